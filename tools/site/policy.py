"""What a page of the site may load and run: files of its own, and the scripts that stand in it, by their hashes.

The site stands on any static host, which sends no headers: the policy is a line of each page. `file:` is for the copy
on a disk, where not every browser counts neighbours as the page's own; from a server no page can load such files.
"""

import re
from base64 import b64encode
from hashlib import sha256

META = '<meta http-equiv="Content-Security-Policy" content="'
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def guarded(page, *beside):
    """A page with its policy, first of all after the line of its charset; one that has a policy stays as it is.

    `beside` are pages that it writes into windows of its own: they come under its policy.
    """
    if META in page:
        return page
    scripts = {script for text in (page, *beside) for script in INLINE.findall(text)}
    hashes = sorted(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    rules = "; ".join([
        "default-src 'self' file:",
        " ".join(["script-src 'self' file:", *hashes]),
        "style-src 'self' file: 'unsafe-inline'",
        "img-src 'self' file: data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self' file:",
    ])  # fmt: skip
    return re.sub(r'<meta charset="utf-8" ?/?>', lambda charset: f'{charset[0]}\n{META}{rules}">', page, count=1)
