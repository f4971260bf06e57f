"""The table: the referee, the session, and what is made of their records."""
