"""Replaces the signature of an archive in cold storage with a signature by the current key."""

from __future__ import annotations

from chronik.domain.log.signature import Signer
from chronik.service.cold.archive_rows import RegisteredArchive, record_signed
from chronik.service.cold.storage import ColdStorage, file_hash, object_name
from chronik.service.log.outcomes import Damaged
from chronik.service.matches.archives import sign_kept
from chronik.service.matches.catalogue import Catalogue, read_opening


async def sign_again(cold: ColdStorage, catalogue: Catalogue, signer: Signer, noted: RegisteredArchive) -> str:
    """Replaces an archive with a newly signed copy of it; returns why it could not, or "".

    The file is replaced as a whole before SQL records it. After an interruption SQL still names the old key, so the
    archive will be signed again. Raises `Unavailable`.
    """
    try:
        kept = await cold.read_again(noted)
        rules = catalogue.rules_of(read_opening(kept.items[0].batch))
        if rules is None:
            return "its rules or its data set are not loaded in this process"
        file = await cold.cpu.run(sign_kept, rules.game, kept, signer)
        if file != kept.file:
            await cold.objects.put(object_name(noted.match), file)
            kept = await cold.read_again(noted)
    except Damaged as damaged:
        return damaged.problem
    await record_signed(cold.records, noted.match, file_hash(kept.file), len(kept.file), kept.archive.manifest.key_id)
    return ""
