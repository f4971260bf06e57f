"""Codes of three words, for who comes in by a door that anybody can knock at; and what brings its guests back."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from typing import Final, NamedTuple

from herrlof.game import NOBODY
from herrlof.messages import _, paragraph
from herrlof.seats.host import Host
from herrlof.seats.protocol import ProtocolError
from herrlof.seats.seat_store import Back

KEYS: Final = 10
"""Keys of a guest's that bring it back."""
_WORDS = """
acorn actor almond amber anchor angle ankle apple apron arch arrow artist ash atlas attic autumn bacon badge bagel
baker balcony ball bamboo banjo bank barley barn basil basin basket bath beach beacon beam bean bear beard beaver
bed beech beetle bell belt bench berry bicycle birch bird biscuit blanket blossom boat bone book boot bottle bow
bowl box branch brass bread brick bride bridge broom brush bubble bucket bud buffalo bundle burrow bush butter
button cabin cable cactus cake calf camel camera camp canal candle canoe canvas captain caravan card carpet carrot
cart castle cat cave cedar cellar chain chair chalk cheese cherry chess chestnut chimney church cider cinema circle
circus city clay cliff cloak clock cloth cloud clover coach coast coat cobra coconut coffee coin collar comb comet
copper coral cork corn corner cotton cousin cow crab cradle crane crayon cream crow crown cube cup curtain cushion
cymbal daisy dancer dawn deer desert desk diamond diary dinner dock doctor dog doll dolphin donkey door dove dragon
drawer dream dress drum duck dune dust eagle ear earth easel echo edge egg elbow elephant elm ember engine evening
fable falcon farm farmer feather fence fern ferry fiddle field fig film finch finger fir fire fish flag flame flask
flint flood floor flour flower flute foal fog forest fork fossil fountain fox frame frog fruit fur garden garlic
gate ghost giant ginger giraffe glacier glass globe glove glue goat gold goose gown grain grape grass gravel guitar
gull hail hammer hand harbor hare harp harvest hat hawk hay hazel heart heather hedge helmet heron hill hive honey
hood hook horn horse hotel house ice inch ink iris iron island ivory ivy jacket jam jar jasmine jewel jigsaw juice
jungle kayak kettle key king kitchen kite kitten knee knight knot ladder lake lamb lamp lantern lark laurel lawn
leaf leather lemon letter lever lily lime linen lion lizard lobster lock log loom lunch magnet magpie mango mantle
maple marble market marsh mask mast meadow medal melon merchant metal mill mint mirror mitten mole monkey moon
morning moss moth motor mountain mouse mouth mule museum mushroom music nail napkin nature neck needle nest net
night north nose notebook nut oak oar oasis oat ocean olive onion orange orbit orchard organ otter oven owl oyster
paddle page paint palace palm panda paper parade park parrot path peach peak peanut pear pearl pebble pelican pen
pencil penguin pepper piano pigeon pillow pilot pine pipe pirate planet plank plate plaza plow plum pocket poem pond
pony poplar poppy porch port potato potter powder prince prism pumpkin puppet puzzle pyramid quarry queen quill
quilt rabbit radio raft rain raisin ranch raven reed ribbon rice ring river road robin rocket roof room root rope
rose ruby rug saddle sail salad salmon salt sand sandal sauce scarf school scissors sea seal seed shadow shed sheep
shelf shell ship shirt shoe shore shovel silk silver singer sky slate sled smoke snail snow soap sock sofa soil soup
south sparrow spear spice spider spoon spring spruce squirrel stable stage stair star statue steam stone stork storm
story stove straw stream street summer sun swallow swan table tailor tea temple tent thimble thread throne thumb
thunder tiger timber toast tomato torch tower town toy train tree trout trumpet tulip tunnel turkey turtle twig
umbrella uncle valley vase velvet village vine violet violin wagon walnut walrus water wave weaver well whale wheat
wheel whistle willow wind window winter wolf wood wool yacht
"""
WORDS: Final = tuple(_WORDS.split())
"""Three of them make 194 million codes."""


def new_code() -> str:
    """Return a code that nobody can guess, at a few tries a second, in a match."""
    return "-".join(secrets.choice(WORDS) for _ in range(3))


def plain(typed: str) -> bytes:
    """Return what was typed as codes are compared: the words, however they were joined."""
    return "-".join(typed[:100].casefold().replace("-", " ").split()).encode()


class Way(NamedTuple):
    """Where a code leads."""

    seat: int
    spent: str = ""
    """The code that is good once; nothing where its guest comes back by its own."""


class Codes:
    """For each seat the code that lets its player in, once; and the code and the keys that bring its guest back."""

    def __init__(self, host: Host) -> None:
        """Begin with a code for each seat that anybody may have."""
        self._host = host
        self._table = host.table
        self._new: dict[int, str] = {}
        """The codes for who has not been here,"""
        self._lost: dict[int, str] = {}
        """and for who has lost its own."""
        self._spent = set[int]()
        """The seats to which a code has led that is good once."""
        host.listen(lambda _host: self._replace())

    def code(self, seat: int) -> str:
        """Return what lets the player of a seat in, once; nothing where it is here, or has a code to come back.

        NOBODY: what lets all onlookers in.
        """
        if seat == NOBODY:
            number = int(self._host.reservations.token(NOBODY), 16)
            return "-".join(WORDS[(number >> 32 * place) % len(WORDS)] for place in range(3))
        if self._table is not self._host.table:  # the numbers are those of other players now
            self._table, self._new, self._lost, self._spent = self._host.table, {}, {}, set()
        if seat in self._host.free:
            return self._new.setdefault(seat, new_code())
        return self._lost.get(seat, "") if seat in self._host.away else ""

    def renew(self, seat: int) -> None:
        """Make another code for a seat: the one before counts no more."""
        self.code(seat)
        codes = self._new if seat in self._host.free else self._lost
        codes[seat] = new_code()

    def find(self, typed: str, unspent: Collection[Way] = ()) -> Way | None:
        """Return where a code leads; None: it is wrong.

        `unspent`: where those lead by which somebody has a seat who has not been shown its own yet.
        """
        said = plain(typed)
        for way in (*unspent, *(Way(seat, self.code(seat)) for seat in self._host.reservations.seats)):
            if way.spent and hmac.compare_digest(said, way.spent.encode()):
                return way
        for seat, back in self._host.reservations.back.items():
            if hmac.compare_digest(said, back.code.encode()):
                return Way(seat)
        return None

    def spend(self, way: Way) -> None:
        """Let a code lead nowhere any more: its guest knows another one."""
        for codes in (self._new, self._lost):
            if codes.get(way.seat) == way.spent:
                del codes[way.seat]
                self._spent.add(way.seat)

    def _replace(self) -> None:
        """Make another code for a seat where one was spent and nobody sat down, and tell the host."""
        for seat in self._spent.intersection(self._host.free):
            self._spent.remove(seat)
            self._new[seat] = new_code()
            name, before = self._table.seats[seat].name, self._host.note
            told = _("{name}'s code was used, and nobody sat down: there is another one now.", name=name)
            self._host.refused(before if told in before else paragraph(before, told))

    def lets_watch(self, typed: str) -> bool:
        """Whether this is the code of onlookers."""
        return self._host.reservations.may_watch and hmac.compare_digest(plain(typed), self.code(NOBODY).encode())

    def seat_by_key(self, key: str) -> int | None:
        """Return the seat that a public key leads back to; None: there is none, or it is not clear which.

        Two guests may have one key. Who has it and comes while its guest is there is somebody new, if there is room.
        """
        known = [seat for seat, back in self._host.reservations.back.items() if key in back.keys]
        away = [seat for seat in known if seat not in self._host.guests]
        found = away if away or self._host.free else known
        return found[0] if len(found) == 1 else None

    def code_back(self, way: Way) -> str:
        """Return the code that brings a guest back from now on: a new one for who came by one that is good once."""
        back = self._host.reservations.back.get(way.seat)
        return new_code() if back is None or way.spent else back.code

    def bind(self, way: Way, code: str, keys: Collection[str]) -> None:
        """Let this code, and these keys, lead back to a seat; ProtocolError: the code that led there has been used.

        What led back there before counts no more where somebody came by a code that is good once: what its player has
        lost, somebody else may have found. That code stays good until it is spent.
        """
        if way.spent and self.code(way.seat) != way.spent:
            raise ProtocolError(_("This code has been used: ask for another."))
        before = self._host.reservations.back.get(way.seat)
        if before is not None and before.code == code:
            keys = [*before.keys, *(key for key in keys if key not in before.keys)]
        self._host.reservations.bring_back(way.seat, Back(code=code, keys=list(keys)[-KEYS:]))
