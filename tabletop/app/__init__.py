"""Where everything is put together."""
