"""Show a built folder in a browser, to this machine only.

    make serve                        the site, at http://localhost:8000 (PORT=8080 for another)
    python -m tools.site.serve 8080        the same
"""

import os
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parents[2] / "build" / "site"


class Quiet(SimpleHTTPRequestHandler):
    """A file server that does not log."""

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    """One server a port: Windows would let two share it."""

    allow_reuse_address = os.name != "nt"


def serve(folder, port, other_port, note=""):
    """Serve `folder` until Ctrl-C; the exit code. `other_port` is the command that takes another port."""
    try:
        server = Server(("127.0.0.1", port), partial(Quiet, directory=folder))
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "ports end at 65535"
        print(f"Port {port} cannot be used ({reason}). Take another: {other_port}", file=sys.stderr)
        return 1
    with server:
        print(f"Open http://localhost:{port} ({note}Ctrl-C here ends it).", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def main(port=8000):
    """The command line."""
    if not SITE.exists():
        return "There is no site yet. Build it: make book"
    return serve(SITE, int(port), "make serve PORT=8080")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
