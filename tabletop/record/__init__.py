"""Sessions and match records: what was seen and what was played, kept."""
