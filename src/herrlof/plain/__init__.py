"""The line face: the same tables and pages as a stream of lines, to be listened to or typed at from a program."""
