#!/usr/bin/env python3
"""Rates levels on a Dask cluster: rate.py SCHEDULER LEVELS OUT [option of `mondrian batch` …].

LEVELS holds an input of `mondrian batch` a line. A worker gets 25 of them at a time and gives
25 answers back; a worker that dies loses those it had, and another one gets them again. Answers
are appended to OUT as they come. What OUT answers already is left out, so the same command
goes on where it was stopped. The program must be on the PATH of the workers, or be named by
MONDRIAN there.
"""

import json, os, subprocess, sys

from distributed import Client, as_completed

CHUNK = 25  # levels of a task: a worker that dies loses so many
RETRIES = 3


def rate(lines, options):
    program = os.environ.get("MONDRIAN", "mondrian")
    run = subprocess.run([program, "batch", "--jobs", "1", *options], input="".join(lines),
                         stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout


def main():
    scheduler, levels, out, *options = sys.argv[1:]
    answered = set()
    if os.path.exists(out):
        answered = {json.loads(line)["id"] for line in open(out) if line.endswith("\n")}
    with open(levels) as file:
        lines = [line for line in file if json.loads(line)["id"] not in answered]
    chunks = [lines[at:at + CHUNK] for at in range(0, len(lines), CHUNK)]
    done = 0
    with Client(scheduler) as client, open(out, "a") as answers:
        tasks = client.map(rate, chunks, options=options, retries=RETRIES, pure=False)
        for task in as_completed(tasks):
            done += answers.write(task.result()) and task.result().count("\n")
            answers.flush()
            print(f"\r{done} of {len(lines)}", end="", file=sys.stderr)
    print(file=sys.stderr)


main()
