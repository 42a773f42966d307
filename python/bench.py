"""What a call costs: python bench.py [PROGRAM], the wheel installed. The least of several runs, which other work on the
machine disturbs least. With the program `mondrian`, `solve` is compared with it."""

import subprocess
import sys
import time
import timeit
from pathlib import Path

from mondrian_puzzles import Move, Puzzle, VectorBoard

first = Puzzle.builtin("first-puzzle")


def least(work, number, repeat=7):
    """Returns the seconds of one call."""
    return min(timeit.repeat(work, number=number, repeat=repeat)) / number


def tell(what, figure, most):
    print(f"{what:44} {figure:>14}   (at most {most})" if most else f"{what:44} {figure:>14}")


def calls():
    board = first.board()
    move = board.legal_moves[0]

    def there_and_back():
        board.push(move)
        board.pop()

    text = first.to_text()
    tell("push + pop", f"{least(there_and_back, 100_000) * 1e6:.2f} µs", "1 µs")
    tell("legal_moves", f"{least(lambda: board.legal_moves, 100_000) * 1e6:.2f} µs", "3 µs")
    tell("hash(board)", f"{least(lambda: hash(board), 100_000) * 1e6:.2f} µs", None)
    tell("board.cells", f"{least(lambda: board.cells, 20_000) * 1e6:.2f} µs", None)
    tell("Move(text)", f"{least(lambda: Move('a1D'), 100_000) * 1e6:.2f} µs", None)
    tell("Puzzle.parse", f"{least(lambda: Puzzle.parse(text), 5_000) * 1e6:.1f} µs", None)


def boards(count=4096, steps=50):
    """Moves many boards on at random; legal moves are chosen before the clock runs."""
    many, times, seen = VectorBoard(first, count), [], []
    for step in range(steps):
        actions = many.sample(step)
        begin = time.perf_counter()
        many.step(actions)
        middle = time.perf_counter()
        many.cells, many.action_mask
        end = time.perf_counter()
        times.append(middle - begin)
        seen.append(end - begin)
    rate = lambda seconds: f"{count / min(seconds) / 1e6:.2f} million/s"
    print(f"{'step of 4,096 boards, moves':44} {rate(times):>14}   (at least 2)")
    print(f"{'the same with cells and masks':44} {rate(seen):>14}")


def solving(program):
    """Compares processor times: those of one thread, and of a process without what it is without a search."""
    small = Puzzle.parse("R..\n..#\nB..\n\nB..\n..#\n..R")
    beyond = []
    for _ in range(200):
        begin = time.perf_counter()
        result = small.solve(threads=1)
        beyond.append(time.perf_counter() - begin - result.timing.seconds)
    tell("solve beyond the search", f"{min(beyond) * 1e3:.3f} ms", "2 ms")
    puzzle, times = Puzzle.builtin("four-across"), []
    for _ in range(9):
        begin = time.thread_time()
        puzzle.solve(fresh=True, threads=1)
        times.append(time.thread_time() - begin)
    tell("solve, four across", f"{min(times) * 1e3:.1f} ms", None)
    if program:
        there = processor_time([program, "solve", "--fresh", "--threads", "1", "builtin:four-across"])
        tell("the same by the program", f"{there * 1e3:.1f} ms", None)


def processor_time(command):
    """Returns the least processor time of several runs, in seconds."""
    import resource

    times = []
    for _ in range(9):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(times)


def importing():
    """Wall and processor time in a process of its own: the former says little on a machine at work."""
    begin = "import time; start = time.perf_counter(); mine = time.process_time(); "
    code = begin + "import mondrian_puzzles; print(time.perf_counter() - start, time.process_time() - mine)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for _ in range(15)]
    wall, own = zip(*([float(time) for time in run.stdout.split()] for run in runs), strict=True)
    tell("import, wall and processor", f"{min(wall) * 1e3:.0f}, {min(own) * 1e3:.0f} ms", "30 ms")


def main():
    calls()
    boards()
    solving(sys.argv[1] if len(sys.argv) > 1 else None)
    importing()
    import mondrian_puzzles

    library = next(Path(mondrian_puzzles.__file__).parent.glob("_core*.so"))
    tell("the library on disk", f"{library.stat().st_size / 1e6:.1f} MB", None)


if __name__ == "__main__":
    main()
