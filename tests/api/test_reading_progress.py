"""Progress on a large log: one line, renewed now and then, cleared at the end."""

from io import StringIO

from bakeoff.api.reading_progress import ReadingLine, show_reading
from bakeoff.inputs.logs.read import read_logs


def test_a_small_log_shows_nothing():
    stream = StringIO()
    line = ReadingLine(stream)
    line("a.jsonl", 1_000)
    line.clear()
    assert stream.getvalue() == ""


def test_a_large_log_shows_how_much_was_read_and_is_cleared():
    stream = StringIO()
    line = ReadingLine(stream)
    for _ in range(45):
        line("a.jsonl", 1_000_000)
    line.clear()
    assert stream.getvalue().count("reading a.jsonl") == 9
    assert "40 MB" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[2K")


def test_nothing_is_written_where_nobody_looks():
    with show_reading() as line:
        assert line is None


def test_every_byte_of_a_log_is_counted(tmp_path):
    content = "model,input,score\n" + "".join(f"{m},q{i},1\n" for m in "ab" for i in range(1000))
    (tmp_path / "items.csv").write_text(content)
    seen = []
    read_logs(tmp_path, watch=lambda name, size: seen.append((name, size)))
    assert {name for name, _ in seen} == {"items.csv"}
    assert sum(size for _, size in seen) >= len(content)
