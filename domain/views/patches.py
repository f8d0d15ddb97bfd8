"""Makes JSON merge patches (RFC 7396), which say what changed from one JSON value to the next."""

from domain.kernel.canonical import Json


def without_nulls(value: Json) -> Json:
    """Return `value` without its null members: a merge patch cannot set a member to null (RFC 7396 §1)."""
    if isinstance(value, dict):
        return {key: without_nulls(item) if isinstance(item, dict) else item for key, item in value.items() if item is not None}
    return value


def merge_patch(before: Json, after: Json) -> Json:
    """Return the patch that turns `before` into `after`. Neither of the two may have null members.

    >>> merge_patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 4, "d": 3}})
    {'b': {'c': 4}, 'a': None}
    """
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    patch: dict[str, Json] = {}
    shared = 0
    for key, item in after.items():
        if key not in before:
            patch[key] = item
            continue
        shared += 1
        known = before[key]
        if known is not item and known != item:
            patch[key] = merge_patch(known, item) if isinstance(item, dict) else item
    if shared < len(before):  # The keys come in the order of `before`, because every process must make the same bytes.
        patch.update(dict.fromkeys(key for key in before if key not in after))
    return patch
