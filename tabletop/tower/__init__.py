"""The dice tower's protocol: bytes and messages, no port."""
