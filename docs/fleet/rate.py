#!/usr/bin/env python3
"""Rates levels on a Dask cluster: rate.py SCHEDULER LEVELS OUT [option of `mondrian batch` …].

LEVELS holds an input of `mondrian batch` a line. A worker gets 25 of them at a time and gives
25 answers back; a worker that dies loses those it had, and another one gets them again. What
fails three times more is tried line by line, and a line that fails still is answered with an
error that begins with `task failed`; the rest goes on. Answers are appended to OUT as they come.
What OUT answers already is left out, but for failed tasks, so the same command goes on where it
was stopped. The program must be on the PATH of the workers, or be named by MONDRIAN there.
"""

import fcntl, json, os, subprocess, sys, time

from distributed import Client, as_completed

CHUNK = 25  # levels of a task: a worker that dies loses so many
RETRIES = 3
FAILED = "task failed: "


def rate(lines, options):
    program = os.environ.get("MONDRIAN", "mondrian")
    run = subprocess.run([program, "batch", "--jobs", "1", *options], input="".join(lines),
                         capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip() or f"{program} has ended with code {run.returncode}")
    return run.stdout


def open_answers(out):
    """Opens OUT, without what is to be asked again. Nobody else may write to it meanwhile."""
    answers = open(out, "a+")
    fcntl.flock(answers, fcntl.LOCK_EX | fcntl.LOCK_NB)
    answers.seek(0)
    lines = answers.readlines()
    answered = [line for line in lines if line.endswith("\n")
                and not json.loads(line).get("error", "").startswith(FAILED)]
    if len(answered) < len(lines):
        with open(out + ".part", "w") as part:
            fcntl.flock(part, fcntl.LOCK_EX)
            part.writelines(answered)
        os.replace(out + ".part", out)
        answers = open(out, "a")
        fcntl.flock(answers, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return answers, {json.loads(line)["id"] for line in answered}


def main():
    scheduler, levels, out, *options = sys.argv[1:]
    answers, answered = open_answers(out)
    with open(levels, encoding="utf-8-sig") as file:
        lines = [line for line in file if line.strip() and json.loads(line)["id"] not in answered]
    done, begun = 0, time.monotonic()
    with Client(scheduler) as client, answers:
        def submit(chunk):
            task = client.submit(rate, chunk, options=options, retries=RETRIES, pure=False)
            chunks[task.key] = chunk
            return task

        chunks = {}
        tasks = as_completed([submit(lines[at:at + CHUNK]) for at in range(0, len(lines), CHUNK)])
        for task in tasks:
            chunk = chunks.pop(task.key)
            if task.status == "finished":
                answers.write(task.result())
            elif len(chunk) > 1:
                for line in chunk:
                    tasks.add(submit([line]))
                continue
            else:
                error = {"id": json.loads(chunk[0])["id"], "error": f"{FAILED}{task.exception()}"}
                answers.write(json.dumps(error) + "\n")
            answers.flush()
            done += len(chunk)
            rate_now = done / (time.monotonic() - begun)
            left = (len(lines) - done) / rate_now
            print(f"\r{done} of {len(lines)}, {rate_now:.1f} a second, {left:.0f} s left ",
                  end="", file=sys.stderr)
    print(file=sys.stderr)


main()
