#!/usr/bin/env python3
"""The rules of Mondrian a second time, in another language, written from the rules
alone (docs/puzzle.md): cell by cell, with no thought of speed. Tests compare the program with it.

    rules.py perft LEVEL DEPTH     move sequences and distinct positions by depth
    rules.py verify LEVEL MOVES    replays a solution; exit code 1 if it is none
    rules.py optimum LEVEL         a shortest solution, by breadth-first search

Uses nothing but Python's own library.
"""

import re
import sys

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}

TOKEN = re.compile(
    r"""\s+|//[^\n]*|(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)')"""
    r"""|(?P<word>[A-Za-z_][A-Za-z_0-9]*)|(?P<number>-?[0-9]+)|(?P<mark>[()\[\]{}:,])"""
)


class Reader:
    """Reads the RON of a level file: structs and maps become dictionaries."""

    def __init__(self, source):
        self.tokens = []
        self.at = 0
        offset = 0
        while offset < len(source):
            match = TOKEN.match(source, offset)
            if not match:
                raise ValueError(f"cannot read {source[offset:offset + 20]!r}")
            offset = match.end()
            if match.lastgroup:
                self.tokens.append((match.lastgroup, match.group()))

    def take(self, mark):
        """Passes the mark if it is next."""
        taken = self.tokens[self.at] == ("mark", mark)
        self.at += taken
        return taken

    def value(self):
        if self.take("["):
            values = []
            while not self.take("]"):
                values.append(self.value())
                self.take(",")
            return values
        for opening, closing in ("()", "{}"):
            if self.take(opening):
                pairs = {}
                while not self.take(closing):
                    key = self.value()
                    assert self.take(":"), f"`:` expected after {key!r}"
                    pairs[key] = self.value()
                    self.take(",")
                return pairs
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "text":
            return re.sub(r"\\(.)", r"\1", text[1:-1])
        return int(text) if kind == "number" else {"true": True, "false": False}.get(text, text)


def tiles_of(rows):
    """Returns {(x, y): letter} of what is neither empty nor wall."""
    cells = ((x, y, letter) for y, row in enumerate(rows) for x, letter in enumerate(row))
    return {(x, y): letter for x, y, letter in cells if letter not in ".#"}


class Level:
    """One level. A position is a frozenset of ((x, y), (letter, pushes left))."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            fields = Reader(file.read()).value()
        rows = fields["start"]
        self.width, self.height = len(rows[0]), len(rows)
        self.floor = {
            (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != "#"
        }
        palette = fields.get("palette", {})
        self.numbers = {key: entry["moves"] for key, entry in palette.items() if "moves" in entry}
        self.chameleons = {key for key, entry in palette.items() if "kind" in entry}
        self.start = frozenset(
            (cell, (letter, self.numbers.get(letter, 0)))
            for cell, letter in tiles_of(rows).items()
        )
        self.passes = tiles_of(fields.get("passes", []))
        self.shut = set()  # two cells each, in both orders
        for side in fields.get("thin_walls", "").split():
            (x, y), (dx, dy) = cell_named(side[:-1]), STEPS[side[-1]]
            self.shut |= {((x, y), (x + dx, y + dy)), ((x + dx, y + dy), (x, y))}
        self.goals = [tiles_of(fields["goal"])]
        if fields.get("goal_anchor") == "floating":
            self.goals = self.placements(self.goals[0])
        self.waypoints = [tiles_of(rows) for rows in fields.get("waypoints", [])]
        self.opening = fields.get("opening", "").split()

    def placements(self, goal):
        """Returns the goal moved to every place where none of it is outside, on a wall, or on
        a pass of another colour."""
        moved = (
            {(x + dx, y + dy): letter for (x, y), letter in goal.items()}
            for dx in range(-32, 33)
            for dy in range(-32, 33)
        )
        return [place for place in moved if all(self.may_hold(*tile) for tile in place.items())]

    def may_hold(self, cell, letter):
        """Says whether a tile may be on a cell, whatever the other tiles do."""
        return cell in self.floor and self.passes.get(cell, letter) == letter

    def push(self, position, cell, direction):
        """Returns the position after the push, or None if nothing moves."""
        tiles = dict(position)
        if cell not in tiles:
            return None
        letter, left = tiles.pop(cell)
        if letter in self.numbers and left == 0:
            return None
        dx, dy = STEPS[direction]
        (x, y) = cell
        while (
            self.may_hold((x + dx, y + dy), letter)
            and ((x, y), (x + dx, y + dy)) not in self.shut
            and (x + dx, y + dy) not in tiles
        ):
            x, y = x + dx, y + dy
        if (x, y) == cell:
            return None
        tiles[x, y] = (letter, max(left - 1, 0))
        self.adapt(tiles, (x, y), direction)
        return frozenset(tiles.items())

    def beside(self, cell, direction):
        """Returns the cell that shares a side without a thin wall with this one."""
        (x, y), (dx, dy) = cell, STEPS[direction]
        near = (x + dx, y + dy)
        return None if (cell, near) in self.shut else near

    def is_coloured(self, tiles, cell):
        return cell in tiles and tiles[cell][0] not in self.chameleons | set(self.numbers)

    def adapt(self, tiles, cell, direction):
        """Gives chameleons colours when a tile has come to rest on a cell."""
        if tiles[cell][0] in self.chameleons:
            for near in (self.beside(cell, one) for one in (direction, *"URDL")):
                if self.is_coloured(tiles, near):
                    tiles[cell] = (tiles[near][0], 0)
                    break
        if not self.is_coloured(tiles, cell):
            return
        joined = [cell]
        for at in joined:
            for near in (self.beside(at, one) for one in STEPS):
                if near in tiles and tiles[near][0] in self.chameleons:
                    tiles[near] = (tiles[cell][0], 0)
                    joined.append(near)

    def successors(self, position):
        for cell, _ in position:
            for direction in STEPS:
                after = self.push(position, cell, direction)
                if after is not None:
                    yield name(cell) + direction, after

    def passed(self, count, position):
        """Returns how many waypoints are passed at this position, after `count` of them."""
        held = {(cell, letter) for cell, (letter, _) in position}
        while count < len(self.waypoints) and held >= set(self.waypoints[count].items()):
            count += 1
        return count

    def solved(self, position):
        held = {(cell, letter) for cell, (letter, _) in position}
        is_spent = all(left == 0 for _, (_, left) in position)
        return is_spent and any(held >= set(goal.items()) for goal in self.goals)


def name(cell):
    """Returns the name of a cell: columns count like a spreadsheet's."""
    x, y = cell
    column = chr(97 + x) if x < 26 else "a" + chr(97 + x - 26)
    return column + str(y + 1)


def cell_named(text):
    """Returns the cell of a name, by looking through all there are."""
    return next((x, y) for y in range(32) for x in range(32) if name((x, y)) == text)


def perft(level, depth):
    """Prints for each depth: move sequences, and positions first reached there."""
    sequences = {level.start: 1}
    seen = {level.start}
    layer = {level.start}
    print(0, 1, 1)
    for moves in range(1, depth + 1):
        after_all = {}
        for position, count in sequences.items():
            for _, after in level.successors(position):
                after_all[after] = after_all.get(after, 0) + count
        layer = {after for before in layer for _, after in level.successors(before)} - seen
        seen |= layer
        sequences = after_all
        print(moves, sum(sequences.values()), len(layer))


def verify(level, moves):
    """Says why the moves are no solution, or None when they are one."""
    if moves[: len(level.opening)] != level.opening:
        return "does not begin with the opening"
    position = level.start
    passed = level.passed(0, position)
    for number, move in enumerate(moves, 1):
        position = level.push(position, cell_named(move[:-1]), move[-1])
        if position is None:
            return f"move {number}, {move}, moves nothing"
        passed = level.passed(passed, position)
    if passed < len(level.waypoints):
        return f"waypoint {passed + 1} is not passed"
    return None if level.solved(position) else "the goal is not reached"


def optimum(level):
    """Returns a shortest solution, or None when there is none."""
    position, passed = level.start, level.passed(0, level.start)
    for move in level.opening:
        position = level.push(position, cell_named(move[:-1]), move[-1])
        passed = level.passed(passed, position)
    first = (position, passed)
    came = {first: None}
    layer = [first]
    while layer:
        next_layer = []
        for state in layer:
            position, passed = state
            if passed == len(level.waypoints) and level.solved(position):
                moves = []
                while came[state]:
                    move, state = came[state]
                    moves.append(move)
                return level.opening + moves[::-1]
            for move, after in level.successors(position):
                later = (after, level.passed(passed, after))
                if later not in came:
                    came[later] = (move, state)
                    next_layer.append(later)
        layer = next_layer
    return None


def main(arguments):
    match arguments:
        case ["perft", path, depth]:
            perft(Level(path), int(depth))
        case ["verify", path, moves]:
            moves = moves.split()
            why = verify(Level(path), moves)
            print(why or f"{len(moves)} moves, a solution")
            return 1 if why else 0
        case ["optimum", path]:
            moves = optimum(Level(path))
            print("unsolvable" if moves is None else f"{len(moves)} {' '.join(moves)}")
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
