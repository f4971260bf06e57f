"""Lines on disk: the files of matches and the settings. `models` is loaded where a record is read."""

from herrlof.records.errors import Busy, Damaged, RecordError, Unreadable
from herrlof.records.journal import Journal
from herrlof.records.listing import RecordSummary
from herrlof.records.names import Seat
from herrlof.records.storage import Storage

__all__ = ["Busy", "Damaged", "Journal", "RecordError", "RecordSummary", "Seat", "Storage", "Unreadable"]
