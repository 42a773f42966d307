"""What notebooks show."""

import xml.etree.ElementTree as xml

import pytest
from conftest import FIVE

from mondrian_puzzles import Gallery, Puzzle, generate

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text):
    return xml.fromstring(text)


@pytest.mark.parametrize("name", Puzzle.builtins())
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_each_level_and_board_is_drawn(name, theme):
    puzzle = Puzzle.builtin(name)
    level, board = drawn(puzzle.to_svg(theme=theme)), drawn(puzzle.board().to_svg(theme=theme))
    assert float(level.get("width")) > float(board.get("width")) == 28 * puzzle.width + 4
    assert (level.find(f"{SVG}style") is not None) == (theme == "auto")


def test_each_tile_and_wall_is_drawn(five):
    board = five.board()
    rects = list(drawn(board.to_svg(cell=10, theme="light")).iter(f"{SVG}rect"))
    fills = [rect.get("fill") or rect.get("style") for rect in rects]
    for letter in "RB":
        assert fills.count(five.colours[letter]) == 1
    assert fills.count("fill:#000000") == 1, "the wall"
    corners = [group.get("transform") for group in drawn(board.to_svg(cell=10)).iter(f"{SVG}g")]
    assert "translate(0,0)" in corners and "translate(0,20)" in corners


def test_a_solution_moves(five):
    result = five.solve()
    film = drawn(result._repr_html_().split("<p>")[0].removeprefix("<div>"))
    slides = list(film.iter(f"{SVG}animateTransform"))
    assert len(slides) == 2
    # The goal is where each tile ends.
    ends = {slide.get("values").split(";")[-1] for slide in slides}
    assert ends == {"0,0", "56,56"}
    for slide in slides:
        times = [float(time) for time in slide.get("keyTimes").split(";")]
        assert times == sorted(times) and times[0] == 0 and times[-1] == 1
        assert len(times) == len(slide.get("values").split(";"))
    assert result.to_gif()[:6] == b"GIF89a" and five.to_png()[:4] == b"\x89PNG"
    with pytest.raises(ValueError, match="no solution is known"):
        Puzzle.parse("RB.\n\nBR.").solve().to_svg()


def test_a_tile_that_changes_shows_what_it_is_when():
    text = (
        '(version: 2, title: "", palette: {\'R\': (color: "#e45125"), \'1\': (color: "#56b4e9", moves: 2)}, '
        'start: ["R1.", "..."], goal: ["R..", "..1"])'
    )
    film = drawn(Puzzle.parse(text).solve().to_svg())
    faces = [(face.get("values"), face.get("keyTimes")) for face in film.iter(f"{SVG}animate")]
    assert [values for values, _ in faces] == ["visible;hidden", "hidden;visible;hidden", "hidden;visible"]
    assert faces[0][1].split(";")[1] == faces[1][1].split(";")[1]


def test_puzzles_are_a_table():
    gallery = Gallery([Puzzle.builtin("exchange"), *generate(1, seed=7)])
    assert len(list(drawn(gallery._repr_html_()).iter("tr"))) == 3


def test_what_cannot_be_drawn_is_refused():
    puzzle = Puzzle.parse(FIVE)
    for draw in [
        lambda: puzzle.to_svg(cell=3),
        lambda: puzzle.to_svg(theme="blue"),
        lambda: puzzle.to_png(theme="auto"),
        lambda: puzzle.to_png(cell=1_000),
    ]:
        with pytest.raises(ValueError):
            draw()
