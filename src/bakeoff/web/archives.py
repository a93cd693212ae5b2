"""Archives of files."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

TYPE = "application/zip"


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files as one archive; without dates, so that the same files give the same bytes."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as zip_file:
        for name, content in files.items():
            zip_file.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return stream.getvalue()
