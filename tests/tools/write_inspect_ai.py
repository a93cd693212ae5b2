"""Run Inspect AI with its mock model, as a person does; called by written_today.py in an environment that has it."""

import itertools
import json
import sys
from pathlib import Path

import tiktoken


class Letters:
    """What counts tokens where no file of encodings can be fetched: one for each byte."""

    def encode(self, text, **_):
        return list(text.encode())

    encode_ordinary = encode

    def decode(self, tokens):
        return bytes(tokens).decode()


tiktoken.get_encoding = tiktoken.encoding_for_model = lambda name: Letters()

from inspect_ai import Epochs, Task  # noqa: E402
from inspect_ai import eval as run  # noqa: E402
from inspect_ai.dataset import MemoryDataset, Sample  # noqa: E402
from inspect_ai.model import ModelOutput, get_model  # noqa: E402
from inspect_ai.scorer import Score, match, mean, scorer  # noqa: E402
from inspect_ai.solver import generate  # noqa: E402


@scorer(metrics=[mean()])
def graded():
    async def score(state, target):
        return Score(value=0.25)

    return score


def task(name, *, ids, epochs):
    samples = [Sample(id=f"s{i}" if ids else None, input=f"{name} {i}", target=str(i % 3)) for i in range(12)]
    return Task(name=name, dataset=MemoryDataset(samples, name=name), solver=generate(), scorer=[match(), graded()],
                epochs=Epochs(epochs, "mean"))  # fmt: skip


def main(folder, form):
    means, items = {}, 0
    for model, answers in (("mockllm/one", "012"), ("mockllm/two", "1120")):
        found = []
        for name, ids, epochs in (("with_ids", True, 3), ("without", False, 1)):
            outputs = (ModelOutput.from_content(model, a) for a in itertools.cycle(answers))
            mock = get_model(model, custom_outputs=outputs)
            asked = task(name, ids=ids, epochs=epochs)
            (log,) = run(asked, model=mock, log_dir=folder, log_format=form, display="none")
            found.append(next(s for s in log.results.scores if s.name == "match").metrics["accuracy"].value)
            items += 12
        means[model] = round(sum(found) / len(found), 9)
    Path(folder, "expected").write_text(json.dumps({"means": means, "items": items // 2}))


main(*sys.argv[1:])
