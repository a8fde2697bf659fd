"""Vigilia: the companion that keeps the books of card games at the table."""
