"""The table: the referee, who plays and who looks on, and what is made of their records."""
