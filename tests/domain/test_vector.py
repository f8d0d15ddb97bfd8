"""A vector is a list that never changes: every way to change it makes another one, with the items that a changed list would have."""

from random import Random

import pytest

from domain.kernel.vector import CHUNK, Vector

EDGES = (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5)


@pytest.mark.parametrize("length", EDGES)
def test_a_vector_reads_like_a_list(length: int) -> None:
    items = [*range(length)]
    vector = Vector(items)
    assert ([*vector], len(vector), bool(vector)) == (items, length, bool(items))
    for place in (*range(-length, length), length, -length - 1):
        if -length <= place < length:
            assert vector[place] == items[place]
        else:
            with pytest.raises(IndexError):
                vector[place]
    for part in (slice(-1, None), slice(None, -1), slice(CHUNK - 2, CHUNK + 2), slice(None, None, -7), slice(length, 2 * length)):
        assert vector[part] == tuple(items[part])


@pytest.mark.parametrize("seed", range(5))
def test_a_changed_vector_equals_a_changed_list_and_leaves_the_former_as_it_was(seed: int) -> None:
    dice, items = Random(seed), [*range(2 * CHUNK - 3)]
    vector = Vector(items)
    for number in range(1000, 1100):
        before, former = [*items], vector
        match dice.randint(0, 5):
            case 0:
                place = dice.randint(0, len(items))
                items.insert(place, number)
                vector = vector.inserted(place, number)
            case 1 if items:
                place = dice.choice([len(items) - 1, dice.randrange(len(items))])
                del items[place]
                vector = vector.removed(place)
            case 2 if items:
                place = dice.randrange(len(items))
                items[place] = number
                vector = vector.with_item(place, number)
            case _:
                items.append(number)
                vector = vector.appended(number)
        assert vector == Vector(items)
        assert hash(vector) == hash(Vector(items))
        assert former == Vector(before)
        assert former != vector
        assert vector.beyond(former) == (tuple(items[len(before) :]) if items[: len(before)] == before else None)
