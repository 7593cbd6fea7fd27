"""`python -m service` is `chronik`."""

import gc

gc.disable()  # what is imported stays, and looking through it again and again takes half a second

from service.cli import main  # noqa: E402 - only after garbage is left alone

gc.enable()

raise SystemExit(main())
