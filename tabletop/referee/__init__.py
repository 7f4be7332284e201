"""The referee: events in, effects out. It owns no clock, no thread and no device."""
