import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { compareVersions, highestMatch, matches, parseRange } from "../../lib/pkg/version_range.ts";

const pure = { permissions: "none" } as const;

/** Whether a version is in the range that a text says; the text must be one. */
function isIn(range: string, version: string): boolean {
  const read = parseRange(range);
  assert(read !== undefined, `${JSON.stringify(range)} must be read`);
  return matches(read, version);
}

/** A range, versions in it, and versions outside: the nearest ones on both sides, as Cargo defines each form. */
type Row = readonly [range: string, inside: string, outside: string];

const listed = (text: string) => text.split(" ").filter((version) => version !== "");

function checkRows(rows: readonly Row[]): void {
  for (const [range, inside, outside] of rows) {
    for (const version of listed(inside)) assert(isIn(range, version), `${range} has ${version}`);
    for (const version of listed(outside)) assert(!isIn(range, version), `${range} has not ${version}`);
  }
}

Deno.test("a caret lets everything change behind the first number that is not 0 (ctxpkg §6.5)", pure, () => {
  checkRows([
    ["^1.2.3", "1.2.3 1.2.4 1.3.0 1.99.99", "1.2.2 1.1.9 0.9.9 2.0.0 2.0.0-a"],
    ["^1.2", "1.2.0 1.2.9 1.9.0", "1.1.9 2.0.0 0.1.2"],
    ["^1", "1.0.0 1.9.9", "0.9.9 2.0.0"],
    ["^0.2.3", "0.2.3 0.2.9", "0.2.2 0.3.0 1.0.0"],
    ["^0.2", "0.2.0 0.2.9", "0.1.9 0.3.0"],
    ["^0.0.3", "0.0.3", "0.0.2 0.0.4 0.1.0"],
    ["^0.0.0", "0.0.0", "0.0.1"],
    ["^0.0", "0.0.0 0.0.9", "0.1.0 1.0.0"],
    ["^0", "0.0.0 0.0.1 0.9.9", "1.0.0"],
  ]);
});

Deno.test("a tilde lets the last number change, and what stands behind it (ctxpkg §6.5)", pure, () => {
  checkRows([
    ["~1.2.3", "1.2.3 1.2.9", "1.2.2 1.3.0 2.2.3"],
    ["~1.2", "1.2.0 1.2.9", "1.1.9 1.3.0"],
    ["~1", "1.0.0 1.9.9", "0.9.9 2.0.0"],
    ["~0.0", "0.0.0 0.0.9", "0.1.0"],
  ]);
});

Deno.test("a comparison leaves open what it does not name (ctxpkg §6.5)", pure, () => {
  checkRows([
    ["=1.2.3", "1.2.3 1.2.3+build", "1.2.2 1.2.4 1.2.3-a"],
    ["=1.2", "1.2.0 1.2.9", "1.1.9 1.3.0"],
    ["=1", "1.0.0 1.9.9", "0.9.9 2.0.0"],
    [">1.2.3", "1.2.4 2.0.0", "1.2.3 1.2.2"],
    [">1.2", "1.3.0 2.0.0", "1.2.0 1.2.9"],
    [">1", "2.0.0", "1.0.0 1.9.9 0.1.0"],
    [">=1.2.3", "1.2.3 1.2.4 9.0.0", "1.2.2"],
    [">=1.2", "1.2.0 1.3.0", "1.1.9"],
    ["<1.2.3", "1.2.2 0.0.0", "1.2.3 1.2.3-a"],
    ["<1.2", "1.1.9", "1.2.0 1.2.9"],
    ["<1", "0.9.9", "1.0.0"],
    ["<=1.2.3", "1.2.3 1.0.0", "1.2.4"],
    ["<=1.2", "1.2.0 1.2.9", "1.3.0"],
    ["<=1", "1.9.9 0.0.0", "2.0.0"],
  ]);
});

Deno.test("a wildcard leaves open what it stands for, and alone everything (ctxpkg §6.5)", pure, () => {
  checkRows([
    ["", "0.0.0 1.2.3 99.0.0+b", "1.2.3-a"],
    ["  ", "0.0.0", "1.0.0-a"],
    ["*", "0.0.0 1.2.3", "1.2.3-a"],
    ["x", "0.0.0 1.2.3", "1.2.3-a"],
    ["1.*", "1.0.0 1.9.9", "0.9.9 2.0.0"],
    ["1.x.X", "1.0.0 1.9.9", "0.9.9 2.0.0"],
    ["1.2.*", "1.2.0 1.2.9", "1.1.9 1.3.0"],
    ["0.*", "0.0.0 0.9.9", "1.0.0"],
    ["0.0.*", "0.0.0 0.0.9", "0.1.0"],
    [">=1.2.*", "1.2.0 2.0.0", "1.1.9"],
    [">1.*", "2.0.0", "1.9.9"],
  ]);
});

Deno.test(
  "every comparator of a range must hold, with blanks wherever a person puts them (ctxpkg §6.5)",
  pure,
  () => {
    checkRows([
      [">=1, <2", "1.0.0 1.9.9", "0.9.9 2.0.0"],
      [" >= 1.2 ,<  1.5 ", "1.2.0 1.4.9", "1.1.9 1.5.0"],
      [">=1,<2,=1.5", "1.5.0 1.5.9", "1.4.0 1.6.0"],
      // Nothing is both, and that is still a range.
      ["1, 2", "", "1.0.0 2.0.0"],
    ]);
  },
);

Deno.test(
  "a pre-release is in a range only where a comparator names one of the same version (ctxpkg §6.5)",
  pure,
  () => {
    checkRows([
      [
        "^1.2.3-beta",
        "1.2.3-beta 1.2.3-beta.1 1.2.3-rc 1.2.3 1.2.4",
        "1.2.3-alpha 1.2.4-beta 1.3.0-rc 2.0.0-a",
      ],
      ["~1.2.3-2", "1.2.3-2 1.2.3-10 1.2.3-a 1.2.3 1.2.9", "1.2.3-1 1.2.4-3 1.3.0"],
      ["=1.2.3-a", "1.2.3-a 1.2.3-a+b", "1.2.3 1.2.3-a.0 1.2.3-b"],
      [">1.2.3-a", "1.2.3-a.0 1.2.3-b 1.2.3 1.2.4", "1.2.3-a 1.2.4-b"],
      [">=1.0.0-a, <2", "1.0.0-a 1.0.0 1.9.9", "1.5.0-a 2.0.0-a"],
      [">=1, <2.0.0-b", "1.0.0 1.9.9 2.0.0-a", "2.0.0-b 2.0.0 1.9.9-a"],
      // A partial version has no pre-releases of its own, and they do not come before it.
      [">=1.2.3-a, <1.2", "", "1.2.3-a"],
      ["=1.2, >=1.2.3-a", "1.2.3", "1.2.3-a"],
      ["^1.2, >=1.2.3-a", "1.2.3-a 1.2.3", "1.3.0-a"],
    ]);
  },
);

Deno.test("what cannot be read as a range is told apart, and nothing is in it (ctxpkg §6.5)", pure, () => {
  const bad = [
    "latest",
    "v1",
    ">>1",
    "==1",
    "=>1",
    "!1",
    "1 2",
    ">=1 <2",
    "1 || 2",
    "1 - 2",
    ",",
    "1,",
    ",1",
    "1,,2",
    "*, 1",
    "1, *",
    "^*",
    "*.1",
    "1.*.3",
    "1.2.*.*",
    "1.2.3.4",
    "1.",
    ".1",
    "01",
    "1.02",
    "1.2.03",
    "-1",
    "1-a",
    "1.2-a",
    "1.2+b",
    "1.2.*-a",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3-a..b",
    "1.2.3-é",
    "1\t,2",
    "１",
    "^",
    "1".repeat(257),
    " ".repeat(257),
    Array(33).fill(">=0").join(","),
  ];
  for (const text of bad) {
    assertEquals(parseRange(text), undefined, JSON.stringify(text));
    assertEquals(matches(parseRange(text), "1.0.0"), false);
    assertEquals(highestMatch(parseRange(text), ["1.0.0"]), undefined);
  }
  assert(isIn(Array(32).fill(">=0").join(","), "1.0.0"));
});

Deno.test("a version that is not SemVer is in no range, and has no order (ctxpkg §6.5)", pure, () => {
  for (
    const version of ["", "1", "1.2", "v1.2.3", "1.2.3.4", "01.2.3", "1..0", "1.2.3-", " 1.2.3", "1.2.3\n"]
  ) {
    assertEquals(["", "*", ">=0", "^1.2"].map((range) => isIn(range, version)), [false, false, false, false]);
    assertThrows(() => compareVersions("1.0.0", version), RangeError, "which is not SemVer");
    assertThrows(() => compareVersions(version, "1.0.0"), RangeError);
  }
  assertThrows(() => compareVersions("1.0.0", `1.0.0-${"a".repeat(256)}`), RangeError);
});

Deno.test(
  "versions have the order that SemVer writes down, numbers of any length by value (ctxpkg §6.5)",
  pure,
  () => {
    const ordered = [
      "0.0.0-0",
      "0.0.0",
      "0.9.0",
      "0.10.0",
      "1.0.0--", // an identifier that is no number
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "2.0.0",
      "2.1.0",
      "2.1.1-9007199254740992",
      "2.1.1-9007199254740993",
      "2.1.1-99999999999999999999",
      "2.1.1-100000000000000000000",
      "2.1.1-1a",
      "2.1.1",
      "9007199254740992.0.0",
      "9007199254740993.0.0",
      `${"9".repeat(60)}.0.0`,
      `1${"0".repeat(60)}.0.0`,
    ];
    for (const [i, a] of ordered.entries()) {
      for (const [j, b] of ordered.entries()) {
        assertEquals(Math.sign(compareVersions(a, b)), Math.sign(i - j), `${a} against ${b}`);
      }
    }
    assertEquals(compareVersions("1.0.0+a", "1.0.0+b.1"), 0);
    assert(isIn(">9007199254740992", "9007199254740993.0.0"));
  },
);

Deno.test("the highest version of a range is found wherever it stands (ctxpkg §6.5)", pure, () => {
  const versions = ["1.9.0", "1.10.0", "2.0.0", "1.11.0-rc.1", "latest", "1.2.0"];
  assertEquals(highestMatch(parseRange("^1.2"), versions), "1.10.0");
  assertEquals(highestMatch(parseRange("^1.11.0-rc"), versions), "1.11.0-rc.1");
  assertEquals(highestMatch(parseRange("*"), new Set(versions)), "2.0.0");
  assertEquals(highestMatch(parseRange("^3"), versions), undefined);
  assertEquals(highestMatch(parseRange("*"), []), undefined);
  assertEquals(highestMatch(parseRange("1"), ["1.0.0+a", "1.0.0+b"]), "1.0.0+a");
});

const numbers = fc.bigInt({ min: 0n, max: 4n }).map(String),
  identifiers = fc.constantFrom("0", "1", "10", "a", "a-b", "-", "0a"),
  pres = fc.array(identifiers, { maxLength: 2 }).map((list) => list.length === 0 ? "" : `-${list.join(".")}`),
  cores = fc.tuple(numbers, numbers, numbers).map((parts) => parts.join(".")),
  versions = fc.tuple(cores, pres, fc.constantFrom("", "+b")).map((parts) => parts.join(""));

Deno.test(
  "the order of versions is total: antisymmetric, transitive, equal only where build data differs (ctxpkg §6.5)",
  pure,
  () => {
    fc.assert(fc.property(versions, versions, versions, (a, b, c) => {
      const ab = compareVersions(a, b);
      assertEquals(Math.sign(ab), -Math.sign(compareVersions(b, a)) + 0);
      if (ab <= 0 && compareVersions(b, c) <= 0) assert(compareVersions(a, c) <= 0);
      assertEquals(ab === 0, a.split("+")[0] === b.split("+")[0]);
    }));
  },
);

/** What a release must be at least, and less than, for each form of a range: worked out as Cargo's text does. */
function boundsOf(operator: string, named: readonly number[]): [least: number[], below: number[]] {
  const [major, minor = 0, patch = 0] = named as [number, number?, number?], least = [major, minor, patch];
  if (operator === "^" && major === 0 && named.length > 1) {
    return [least, minor > 0 || named.length === 2 ? [0, minor + 1, 0] : [0, 0, patch + 1]];
  }
  if (operator === "^") return [least, [major + 1, 0, 0]];
  if (operator === "~") return [least, named.length === 1 ? [major + 1, 0, 0] : [major, minor + 1, 0]];
  const next = named.length === 1
    ? [major + 1, 0, 0]
    : named.length === 2
    ? [major, minor + 1, 0]
    : [major, minor, patch + 1];
  const zero = [0, 0, 0], end = [Infinity, 0, 0];
  return new Map([
    ["=", [least, next]],
    [">", [next, end]],
    [">=", [least, end]],
    ["<", [zero, least]],
    ["<=", [zero, next]],
  ]).get(operator) as [number[], number[]];
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
}

Deno.test(
  "each form of a range is the bounds that Cargo gives for it, for every release (ctxpkg §6.5)",
  pure,
  () => {
    const small = fc.nat(3), operators = fc.constantFrom("^", "~", "=", ">", ">=", "<", "<=");
    fc.assert(
      fc.property(
        operators,
        fc.array(small, { minLength: 1, maxLength: 3 }),
        fc.tuple(small, small, small),
        (operator, named, release) => {
          const [least, below] = boundsOf(operator, named);
          const expected = !isBefore(release, least) && isBefore(release, below);
          assertEquals(isIn(`${operator}${named.join(".")}`, release.join(".")), expected);
        },
      ),
      { numRuns: 2000 },
    );
  },
);

Deno.test(
  "a range without an operator is one with a caret, and a list is all of its parts (ctxpkg §6.5)",
  pure,
  () => {
    const bare = fc.oneof(numbers, fc.tuple(numbers, numbers).map((parts) => parts.join(".")), versions),
      operators = fc.constantFrom("^", "~", "=", ">", ">=", "<", "<="),
      ranges = fc.tuple(operators, bare).map((parts) => parts.join(""));
    fc.assert(fc.property(bare, versions, (text, version) => {
      assertEquals(isIn(text, version), isIn(`^${text}`, version));
      assertEquals(parseRange(text), parseRange(` ^ ${text} `));
    }));
    fc.assert(fc.property(ranges, ranges, cores, (a, b, release) => {
      assertEquals(isIn(`${a},${b}`, release), isIn(a, release) && isIn(b, release));
    }));
  },
);

Deno.test(
  "whatever a range and a version are, they are answered soon and nothing is thrown (ctxpkg §6.5)",
  pure,
  () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (range, version) => {
      const read = parseRange(range);
      assertEquals(typeof matches(read, version), "boolean");
      if (read === undefined) assertEquals(highestMatch(read, [version]), undefined);
    }));
    for (const piece of ["1.", "1-", "*", ">", ",", " ", "1.2.3-a.", "^1,", "0"]) {
      for (const text of [piece.repeat(1_000_000), piece.repeat(256).slice(0, 256)]) {
        assertEquals(matches(parseRange(text), text), false);
      }
    }
  },
);
