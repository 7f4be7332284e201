"""Stand-ins for everything one can touch: they answer like the real thing, impolitely where it does."""
