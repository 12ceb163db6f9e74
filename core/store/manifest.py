"""A digest of all that a member is, by which two trainings can be told to have given the very same."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from core.store.members import member_to_tree

if TYPE_CHECKING:
    from core.model.ensemble import Member


def member_digest(member: Member) -> str:
    """32 hex digits of the member's card and arrays, bit by bit; it does not depend on how they are stored."""
    card, arrays = member_to_tree(member)
    digest = blake2b(json.dumps(card, sort_keys=True).encode(), digest_size=16)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"\0{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
