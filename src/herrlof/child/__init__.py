"""Child processes: one way to ask bots, the coach's judge and others' programs, to wait, to stop and to begin anew."""
