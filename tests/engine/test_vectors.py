"""The frozen vectors of the reliability guide, section 11; a browser must agree with every one of them."""

from domain.engine.chance import Chance
from domain.engine.match.chain import Keys, commitment, genesis, match_seed, salt

MATCH = bytes(range(16))
SECRET = b"\x01" * 32
SEED = match_seed(SECRET, MATCH, (b"\x10" * 32, b""))


def test_commitment_seed_and_salt_key() -> None:
    assert commitment(MATCH, SECRET).hex() == "4469f95d24f4e2a25a698504907a354892659895b82752778c11f4eee42fba0a"
    assert SEED.hex() == "9ebbf90f7fdfc27b179d2eb697fb42bf4084df7482505c75dfce3ace4b68841c"
    assert Keys.of(MATCH.hex(), SECRET).salt.hex() == "f721348a421d1892ef885a81fa36f8d2e30b81504a89dcabb29d9a807f80d093"


def test_shuffles_and_dice() -> None:
    chance = Chance(SEED)
    assert chance.stream("deck", 0).shuffled(range(10)) == (6, 4, 1, 0, 2, 5, 7, 9, 3, 8)
    assert chance.stream("deck", 0).shuffled(range(52))[:8] == (17, 41, 20, 33, 50, 24, 43, 10)
    first, second = chance.stream("dice", 0), chance.stream("dice", 1)
    assert [1 + first.below(6) for _ in range(2)] == [5, 5]
    assert [1 + second.below(6) for _ in range(2)] == [2, 3]


def test_chain() -> None:
    keys = Keys.of(MATCH.hex(), SECRET)
    c0 = genesis(MATCH, b'{"game":"demo","rules":1,"seats":2}', commitment(MATCH, SECRET))
    assert c0.hex() == "44fc47ea2cbc8428c591d3e67b93409b50d03c267d5c26ef0085e8680ccaf933"
    assert salt(keys.salt, 1).hex() == "958e9ab37c90d1685c73878e2e4c09a088f9c05783ffd1691f20cf40dcf1d02e"
    c1 = keys.head(c0, 1, (b'{"seat":0,"cards":[17],"t":"cards-drawn"}',))
    assert c1.hex() == "ddfe75d23d9432c01e57473b9c54516985012fe09839098f7914dff54b896411"
    c2 = keys.head(c1, 2, (b'{"t":"dice-rolled","pips":[3,5]}',))
    assert c2.hex() == "e99c491e901bd4efe79b6bac0d111469de104a8268baf0f46f77a5d30fa44144"


def test_a_new_epoch_is_a_new_die() -> None:
    assert Chance(SEED, 1).stream("deck", 0).shuffled(range(10)) != Chance(SEED).stream("deck", 0).shuffled(range(10))


def test_secrets_do_not_show_in_a_repr() -> None:
    assert SECRET.hex() not in repr(Keys.of(MATCH.hex(), SECRET))
    assert repr(SEED) not in repr(Chance(SEED))
