"""How a table's changes reach every phone: who listens, what is sent, and in which shape."""
