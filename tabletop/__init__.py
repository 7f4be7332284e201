"""Two people play backgammon on a real wooden board; this program watches, referees and records."""

__version__ = "0.1.0"
