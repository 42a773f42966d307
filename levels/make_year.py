#!/usr/bin/env python3
"""Makes and grades levels/year.txt, a puzzle for every day: the seven of a week get harder from Monday to
Sunday.

    levels/make_year.py PROGRAM FOLDER > levels/year.txt      # two minutes of one processor
    levels/make_year.py PROGRAM < levels/year.txt             # the figures of each

PROGRAM is the command line, `target/release/mondrian`. FOLDER keeps the days that are finished, so that it can be
stopped. The levels are those that `generate` makes, and of Sundays one in four what `evolve` makes of such. All are proved. A level is taken when

- its moves are those of its day;
- at least so many of them are counter-intuitive (as `analyse` counts them), at most on a Monday;
- it has no more shortest solutions than its day allows;
- every tile is needed: without any one tile, and any one mark of its colour, the fewest moves are others;
- no other level of the year is the same game, turned or mirrored or not (as `import` finds them).

Line 7 k + w + 1 is the level of weekday w (0 is Monday) in week k. The same program gives the same year.
"""

import argparse
import base64
import collections
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

Grade = collections.namedtuple("Grade", "day levels moves counter_intuitive shortest recipes")

# Size, tiles, colours, walls, symmetry, and what else a board has; `evolve` and from how many moves.
GRADES = [
    Grade("Monday", 53, (4, 5), (0, 0), 12, [
        "5x5 2 2 5 both", "5x5 3 3 4 left-right", "5x5 3 2 4 both --floating", "6x5 3 3 6 left-right"]),
    Grade("Tuesday", 53, (6, 7), (0, 1), 12, [
        "5x5 3 3 4 both", "6x6 3 3 8 both", "5x5 3 3 5 left-right --floating", "6x5 3 3 6 up-down"]),
    Grade("Wednesday", 52, (8, 9), (1, 9), 24, [
        "5x5 3 3 5 both", "6x6 3 3 8 both", "5x5 3 3 4 both --passes 2", "6x5 3 3 4 left-right --thin-walls 3"]),
    Grade("Thursday", 52, (10, 11), (1, 9), 16, [
        "6x6 3 3 8 both", "6x5 3 3 6 left-right", "5x5 3 3 4 both --thin-walls 4", "5x5 3 2 4 both --floating"]),
    Grade("Friday", 52, (12, 14), (2, 9), 12, [
        "6x6 3 3 8 both", "6x6 3 3 8 left-right --passes 3", "5x5 3 3 5 both", "7x6 3 3 8 left-right"]),
    Grade("Saturday", 52, (15, 17), (3, 99), 12, [
        "6x6 3 3 8 both", "6x6 3 3 8 both --passes 2", "6x6 3 3 10 up-down", "7x6 3 3 8 both"]),
    Grade("Sunday", 52, (18, 22), (3, 99), 24, [
        "6x6 3 3 8 both", "7x6 3 3 8 both", "6x6 3 3 10 up-down", "6x6 3 3 8 both evolve 15"]),
]

# Levels that `evolve` tries from one.
STROKES = 120


class Program:
    """The command line; it remembers nothing from one call to the next."""

    def __init__(self, path):
        self.path = path

    def lines(self, *words, given=None):
        environment = {**os.environ, "MONDRIAN_DATA": ""}
        done = subprocess.run([self.path, *map(str, words)], input=given, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode not in (0, 3, 10, 11):
            raise SystemExit(f"{self.path} {' '.join(map(str, words))}: {done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()]


def rows(text, name):
    """Returns the rows of a layout of a level file, and where they stand in it."""
    block = re.search(rf"\n    {name}: \[\n(.*?)\n    \]", text, re.S)
    return block.group(1), block.span(1)


def without(text, colour):
    """Yields the level without each tile of `colour`, and without each mark of it where the goal has one."""
    start, (a, b) = rows(text, "start")
    goal, (c, d) = rows(text, "goal")
    text = re.sub(r"\n    best: \(.*?\n    \),", lambda best: " " * len(best.group()), text, flags=re.S)
    for tile in re.finditer(colour, start):
        for mark in list(re.finditer(colour, goal)) or [None]:
            one_less = start[:tile.start()] + "." + start[tile.end():]
            rest = goal if mark is None else goal[:mark.start()] + "." + goal[mark.end():]
            yield text[:a] + one_less + text[b:c] + rest + text[d:]


def needs_all_tiles(program, text, moves):
    colours = sorted(set(re.findall(r"[A-Z]", rows(text, "start")[0])))
    levels = [level for colour in colours for level in without(text, colour)]
    asked = "".join(json.dumps({"id": str(n), "level": level}) + "\n" for n, level in enumerate(levels))
    answers = program.lines("batch", "--jobs", 1, given=asked)
    # A goal that asks for nothing any more is no level, and needed its only tile.
    return all(answer.get("result", {}).get("moves") != moves for answer in answers)


def figures(program, path):
    """Returns moves, counter-intuitive moves and shortest solutions of a level that is proved, or None."""
    [level] = program.lines("analyse", path, "--no-walls", "--json", "--threads", 1)
    if level["verdict"] != "optimal" or level["shortest_solutions"] is None:
        return None
    return level["moves"], len(level["counter_intuitive"]), int(level["shortest_solutions"])


def fits(grade, moves, counter_intuitive, shortest):
    least, most = grade.counter_intuitive
    return (grade.moves[0] <= moves <= grade.moves[1] and least <= counter_intuitive <= most
            and shortest <= grade.shortest)


def candidates(program, grade, recipe, seed, folder):
    """Yields code, file and figures of levels that fit, without end."""
    recipe, _, before = recipe.partition(" evolve ")
    size, tiles, colours, walls, symmetry, *more = recipe.split()
    least, most = (int(before), int(before)) if before else grade.moves
    for first, moves in zip(itertools.count(1, 8), itertools.cycle(range(least, most + 1))):
        batch = pathlib.Path(folder, f"{seed}-{first}")
        # One number of moves at a time: of a range the generator takes the highest.
        made = program.lines("generate", "--size", size, "--tiles", tiles, "--colours", colours, "--walls", walls,
                             "--symmetry", symmetry, *more, "--moves", moves, "--seed", seed, "--first", first,
                             "--count", 8, "--threads", 1, "--json", "--out", batch)
        for level in made:
            path = batch / level["file"]
            if not before:
                found = level["moves"], level["counter_intuitive"], int(level["shortest_solutions"] or sys.maxsize)
                if fits(grade, *found):
                    yield level["share_code"], path, found
                continue
            out = batch / str(level["number"])
            better = program.lines("evolve", path, "--moves", "%d..%d" % grade.moves, "--strokes", STROKES,
                                   "--symmetry", symmetry, "--states", 30000, "--seed", level["number"],
                                   "--threads", 1, "--json", "--out", out)
            for one in better:
                found = figures(program, out / one["file"])
                if found and fits(grade, *found):
                    yield one["share_code"], out / one["file"], found


def levels_of(program, grade, seed):
    """Yields the codes of the levels of one weekday, as many from each recipe."""
    with tempfile.TemporaryDirectory() as folder:
        kinds = [candidates(program, grade, recipe, 100 * seed + n, folder) for n, recipe in enumerate(grade.recipes)]
        for number, kind in zip(range(1, grade.levels + 1), itertools.cycle(kinds)):
            code, found = next((code, found) for code, path, found in kind
                               if needs_all_tiles(program, path.read_text(), found[0]))
            print(grade.day, number, *found, file=sys.stderr, flush=True)
            yield titled(code, f"{grade.day} {number}")


def titled(code, title):
    """Returns a share code under another title (docs/formats/share-codes.md)."""
    version, _, letters = code.partition(":")
    packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))[:-4]
    packed = bytes([len(title)]) + title.encode() + packed[1 + packed[0]:]
    packed += zlib.crc32(packed).to_bytes(4, "big")
    return f"{version}:{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    given = parser.parse_args()
    program = Program(given.program)
    if not given.folder:
        for number, code in enumerate(sys.stdin.read().split()):
            week, day = divmod(number, 7)
            print(GRADES[day].day, week + 1, *figures(program, code), sep="\t", flush=True)
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    days = []
    for seed, grade in enumerate(GRADES, 1):
        kept = given.folder / grade.day
        if not kept.exists():
            kept.write_text("\n".join(levels_of(program, grade, seed)))
        days.append(kept.read_text().split())
    print("\n".join(code for week in itertools.zip_longest(*days) for code in week if code))


if __name__ == "__main__":
    main()
