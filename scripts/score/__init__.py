"""How well the eyes and the referee do, in figures; see ``__main__``."""
