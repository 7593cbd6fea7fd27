"""The frozen vectors; a browser must agree with every one, and `FORMAT.md`, section 10, gives the same values."""

import re
from collections.abc import Iterable
from importlib.resources import files

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.match.chain import Keys, commitment, genesis, match_seed, salt, tutorial_seed
from chronik.domain.log.signature import archive_message, bundle_message, key_id_of
from chronik.domain.tournament.record import seeds
from chronik.service.signing.ed25519 import is_valid, public_of, signer_of

MATCH = bytes(range(16))
SECRET = b"\x01" * 32
SEED = match_seed(SECRET, MATCH, (b"\x10" * 32, b""))


def test_the_commitment_the_seed_and_the_salt_key_match_the_frozen_vectors() -> None:
    assert commitment(MATCH, SECRET).hex() == "4469f95d24f4e2a25a698504907a354892659895b82752778c11f4eee42fba0a"
    assert SEED.hex() == "9ebbf90f7fdfc27b179d2eb697fb42bf4084df7482505c75dfce3ace4b68841c"
    assert Keys.of(MATCH.hex(), SECRET).salt.hex() == "f721348a421d1892ef885a81fa36f8d2e30b81504a89dcabb29d9a807f80d093"


def test_shuffles_and_dice_match_the_frozen_vectors() -> None:
    chance = Chance(SEED)
    assert chance.stream("deck", 0).shuffle(range(10)) == (6, 4, 1, 0, 2, 5, 7, 9, 3, 8)
    assert chance.stream("deck", 0).shuffle(range(52))[:8] == (17, 41, 20, 33, 50, 24, 43, 10)
    first, second = chance.stream("dice", 0), chance.stream("dice", 1)
    assert [1 + first.below(6) for _ in range(2)] == [5, 5]
    assert [1 + second.below(6) for _ in range(2)] == [2, 3]


def test_the_heads_of_the_chain_match_the_frozen_vectors() -> None:
    keys = Keys.of(MATCH.hex(), SECRET)
    c0 = genesis(MATCH, b'{"game":"demo","rules":1,"seats":2}', commitment(MATCH, SECRET))
    assert c0.hex() == "44fc47ea2cbc8428c591d3e67b93409b50d03c267d5c26ef0085e8680ccaf933"
    assert salt(keys.salt, 1).hex() == "958e9ab37c90d1685c73878e2e4c09a088f9c05783ffd1691f20cf40dcf1d02e"
    c1 = keys.head(c0, 1, b'{"at":0,"seat":0,"cmd":{"t":"draw"},"e":[{"t":"cards-drawn","cards":[17]}]}')
    assert c1.hex() == "3dfbd8dc98873b15643140aa7da5ef5199ed92116b65d79853d8a904c0b62091"
    last = b'{"at":5000,"seat":1,"by":"bot","cmd":{"t":"roll"},"e":[{"t":"dice-rolled","pips":[3,5]},{"t":"passed"}]}'
    assert keys.head(c1, 3, last).hex() == "03b56bc8573b6ca80324c0edff8186a9f200d5f4a445891e5275e548a2cffbfd"


def test_a_new_epoch_gives_a_different_shuffle() -> None:
    assert Chance(SEED, 1).stream("deck", 0).shuffle(range(10)) != Chance(SEED).stream("deck", 0).shuffle(range(10))


def test_a_repr_does_not_show_secrets() -> None:
    assert SECRET.hex() not in repr(Keys.of(MATCH.hex(), SECRET))
    assert repr(SEED) not in repr(Chance(SEED))


VECTORS = re.compile(r"^```vectors\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def told() -> dict[str, str]:
    """Returns the vectors that `FORMAT.md` prints, by name."""
    book = files("chronik.domain.engine.proof").joinpath("FORMAT.md").read_text("utf-8")
    lines = "".join(VECTORS.findall(book)).splitlines()
    vectors = {name.strip(): value for name, _, value in (line.partition(" = ") for line in lines)}
    assert len(vectors) == len(lines), "each name is printed once"
    return vectors


def parsed(value: str) -> bytes:
    """Reads bytes as `FORMAT.md` writes them: `0a0b`, `01 * 32`, `empty`."""
    digits, _, times = value.partition(" * ")
    return b"" if value == "empty" else bytes.fromhex(digits) * int(times or 1)


def numbers(row: Iterable[int]) -> str:
    return " ".join(map(str, row))


def test_the_code_computes_the_signature_vectors_that_the_format_prints() -> None:
    left = told()
    secret, public, key_id = parsed(left["secret key"]), parsed(left["public key"]), left["key_id"]
    of_archive = archive_message(key_id, left["manifest"].encode())
    of_bundle = bundle_message(key_id, parsed(left["last line"]))
    signer = signer_of(secret)
    assert (public_of(secret), key_id_of(public), signer.key_id) == (public, key_id, key_id)
    assert [of_archive.hex(), of_bundle.hex()] == [left["message"], left["of a bundle"]]
    assert [signer.sign(one).hex() for one in (of_archive, of_bundle)] == [left["signature"], left["its signature"]]
    assert is_valid(public, parsed(left["signature"]), of_archive)
    assert not is_valid(public, parsed(left["signature"]), of_bundle)


SIGNED = (
    *("secret key", "public key", "key_id", "manifest", "message", "signature"),
    *("last line", "of a bundle", "its signature"),
)


def test_the_code_computes_the_chance_and_chain_vectors_that_the_format_prints() -> None:
    left = {name: value for name, value in told().items() if name not in SIGNED}
    take = left.pop
    match, secret = parsed(take("match")), parsed(take("secret"))
    keys = Keys.of(match.hex(), secret).with_seed([parsed(take("r_0")), parsed(take("r_1"))])
    chance = Chance(keys.seed)
    first, second = chance.stream("dice", 0), chance.stream("dice", 1)
    batches = [take(f"batch_{n}").encode() for n in (1, 2)]
    c0 = genesis(match, take("header").encode(), commitment(match, secret))
    c1 = keys.head(c0, 1, batches[0])
    tournament, parts = take("tournament"), seeds.Secret(parsed(take("d")), parsed(take("m")))
    added = [parsed(one).hex() for one in take("r_1 to r_3").split(", ")]
    bound = seeds.commitments(tournament, parts)
    table = seeds.match_id(tournament, 2, 1, 3, 1)
    lesson = take("lesson")
    assert left == {
        "S of it": tutorial_seed(lesson).hex(),
        "C": commitment(match, secret).hex(),
        "S": keys.seed.hex(),
        "K": keys.salt.hex(),
        "deck/0, 10": numbers(chance.stream("deck", 0).shuffle(range(10))),
        "deck/0, 52": numbers(chance.stream("deck", 0).shuffle(range(52))[:8]),
        "dice/0": numbers([1 + first.below(6) for _ in range(2)]),
        "dice/1": numbers([1 + second.below(6) for _ in range(2)]),
        "c_0": c0.hex(),
        "salt_1": salt(keys.salt, 1).hex(),
        "c_1": c1.hex(),
        "salt_2": salt(keys.salt, 3).hex(),
        "c_2": keys.head(c1, 3, batches[1]).hex(),
        "draws": bound.draws,
        "tables": bound.tables,
        "R": seeds.all_entropy(added).hex(),
        "pairing": parts.round_seed(2, 1, added).hex(),
        "lot word": str(seeds.lot_stream(parts.lot_seed("0/1", added), "0/1").word()),
        "match id": table,
        "its secret": seeds.table_secret(parts.tables, table).hex(),
    }
