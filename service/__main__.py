"""`python -m service` is `chronik`."""

from service.cli import main

raise SystemExit(main())
