module.exports = {
  "name": "mine",
  "credits": "<a href='http://example.org/'>Jo Doe</a>",
  "license": "<a href='http://example.org/l'>CC0</a>",
  "levels": [
    {
      "id": "a", "name": "Hydroxyl",
      "atoms": { "1": ["1", "c"], "2": ["3", "g"] },
      "arena": [
        "####",
        "#1.#",
        "#.2#",
        "####"
      ],
      "molecule": ["12"]
    },
    {
      "id": "b", "name": "Turned",
      "atoms": { "x": ["1", "e"], "y": ["3", "a"] },
      "arena": ["####", "#.x#", "#y.#", "####"],
      "molecule": ["x", "y"]
    }
  ]
}
