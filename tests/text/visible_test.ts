import { assert, assertEquals, assertLess } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { visible, visibleLine } from "../../lib/text/visible.ts";

const pure = { permissions: "none" } as const;

const FAMILY = "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}";

/** An ASCII text in tag characters, and how it is shown. */
const hide = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
const unhidden = (text: string) =>
  Array.from(text, (letter) => `\\u{e00${(letter.codePointAt(0) ?? 0).toString(16)}}`).join("");

Deno.test("visible() leaves plain text as it is, lines and tabs too (§9.1)", pure, () => {
  for (
    const text of ["", "plain", "two\nlines\tand a tab\n", "dos\r\nlines\r\n", "naïve café — 日本語 العربية"]
  ) {
    assertEquals(visible(text), text);
  }
});

Deno.test("visible() escapes what a terminal would obey (§9.1)", pure, () => {
  assertEquals(
    visible("a\x1b]0;pwn\x07\x1b[31mb\r\bc"),
    "a\\u{1b}]0;pwn\\u{7}\\u{1b}[31mb\\u{d}\\u{8}c",
  );
  assertEquals(
    visible("\0\v\f\x7f\x80\x85\x9b\x9f"),
    "\\u{0}\\u{b}\\u{c}\\u{7f}\\u{80}\\u{85}\\u{9b}\\u{9f}",
  );
});

Deno.test("visible() keeps a return only before a newline (§9.1)", pure, () => {
  assertEquals(visible("a\r\nb\rc\r"), "a\r\nb\\u{d}c\\u{d}");
  assertEquals(visible("a\r\r\nb"), "a\\u{d}\r\nb");
});

Deno.test("visible() escapes bidirectional overrides, isolates and marks (§9.1)", pure, () => {
  for (
    const code of [
      0x200e,
      0x200f,
      0x061c,
      0x202a,
      0x202b,
      0x202c,
      0x202d,
      0x202e,
      0x2066,
      0x2067,
      0x2068,
      0x2069,
    ]
  ) assertEquals(visible(`a${String.fromCodePoint(code)}b`), `a\\u{${code.toString(16)}}b`);
});

Deno.test(
  "visible() escapes tag characters, zero-width characters, fillers, separators and annotations",
  pure,
  () => {
    for (
      const code of [
        0xe0001,
        0xe0041,
        0xe007f,
        0x200b,
        0x2060,
        0xfeff,
        0x00ad,
        0x034f,
        0x115f,
        0x3164,
        0xffa0,
        0x180e,
        0x2028,
        0x2029,
        0xfff9,
        0xfffa,
        0xfffb,
        0x206a,
        0xe0fff,
      ]
    ) assertEquals(visible(`a${String.fromCodePoint(code)}b`), `a\\u{${code.toString(16)}}b`);
  },
);

Deno.test("visible() shows a lone surrogate as U+FFFD and leaves pairs alone (§9.1)", pure, () => {
  assertEquals(visible("bad \ud83d end"), "bad \ufffd end");
  assertEquals(visible("\ude00\ud83d"), "\ufffd\ufffd");
  assertEquals(visible("\ud83d\ud83d\ude00"), "\ufffd\u{1f600}");
});

Deno.test("visible() keeps joiners and styles inside an emoji (§9.1)", pure, () => {
  for (
    const emoji of [
      FAMILY,
      "\u{1f469}\u{1f3fd}\u200d\u{1f680}",
      "\u2764\ufe0f\u200d\u{1f525}",
      "\u{1f3f3}\ufe0f\u200d\u{1f308}",
      "\u{1f3f4}\u200d\u2620\ufe0f",
      "\u2600\ufe0e",
      "1\ufe0f\u20e3",
      "#\ufe0f\u20e3",
    ]
  ) assertEquals(visible(`x ${emoji} y`), `x ${emoji} y`);
});

Deno.test("visible() escapes joiners and styles that have no emoji to work on", pure, () => {
  assertEquals(visible("a\u200db"), "a\\u{200d}b");
  assertEquals(visible("\u{1f469}\u200c\u{1f467}"), "\u{1f469}\\u{200c}\u{1f467}");
  assertEquals(visible("\u{1f469}\u200d"), "\u{1f469}\\u{200d}");
  assertEquals(visible("\u{1f469}\u200d\u200d\u{1f467}"), "\u{1f469}\\u{200d}\\u{200d}\u{1f467}");
  assertEquals(visible("\u2764\ufe0f\ufe0f"), "\u2764\ufe0f\\u{fe0f}");
  assertEquals(visible("a\ufe0f1\ufe0f"), "a\\u{fe0f}1\\u{fe0f}");
  assertEquals(visible("\u{1f600}\u{e0100}"), "\u{1f600}\\u{e0100}");
});

Deno.test(
  "visible() keeps the three flags that are spelled with tags and escapes any other tags",
  pure,
  () => {
    for (const region of ["gbeng", "gbsct", "gbwls"]) {
      const flag = `\u{1f3f4}${hide(region)}\u{e007f}`;
      assertEquals(visible(`${flag}${flag} x`), `${flag}${flag} x`, region);
    }
    assertEquals(visible(`\u{1f3f4}${hide("gbsct")}!`), `\u{1f3f4}${unhidden("gbsct")}!`, "no end tag");
    // Words of five letters, each behind a flag, would be a whole text that nobody sees.
    for (const word of ["obeyme", "evilx", "ustx", "gbxyz", "gbsctx", "deleteall", ""]) {
      assertEquals(
        visible(`\u{1f3f4}${hide(word)}\u{e007f}`),
        `\u{1f3f4}${unhidden(word)}\\u{e007f}`,
        word,
      );
    }
    assertEquals(visible(`x${hide("gbsct")}\u{e007f}`), `x${unhidden("gbsct")}\\u{e007f}`, "no flag");
  },
);

Deno.test("visible() keeps joiners in the scripts that need them", pure, () => {
  for (
    const word of [
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", // Persian
      "\u0915\u094d\u200d\u0937", // Devanagari, a half form
      "\u0d28\u0d4d\u200d", // Malayalam, at the end of a word
    ]
  ) assertEquals(visible(`${word} x`), `${word} x`);
  assertEquals(visible("\u0645\u200c x"), "\u0645\\u{200c} x");
  assertEquals(visible("\u0645\u200c\u200c\u06cc"), "\u0645\\u{200c}\\u{200c}\u06cc");
});

Deno.test("visible() keeps one standard variant of a Han character", pure, () => {
  for (const variant of ["\ufe00", "\ufe01", "\ufe02"]) {
    assertEquals(visible(`\u845b${variant}\u57ce`), `\u845b${variant}\u57ce`);
  }
  assertEquals(visible("\u845b\ufe00\ufe01"), "\u845b\ufe00\\u{fe01}");
  assertEquals(visible("\u845b\ufe03"), "\u845b\\u{fe03}");
  assertEquals(visible("a\ufe00"), "a\\u{fe00}");
});

Deno.test(
  "visible() shows the 240 further selectors, with which Han text could hide a byte a character",
  pure,
  () => {
    const hidden = Array.from(
      "obey",
      (letter) => "\u57ce" + String.fromCodePoint(0xe0100 + letter.charCodeAt(0)),
    );
    assertEquals(
      visible(hidden.join("")),
      "\u57ce\\u{e016f}\u57ce\\u{e0162}\u57ce\\u{e0165}\u57ce\\u{e0179}",
    );
    for (const code of [0xe0100, 0xe01ef]) {
      assertEquals(visible(`\u845b${String.fromCodePoint(code)}`), `\u845b\\u{${code.toString(16)}}`);
    }
  },
);

Deno.test("visibleLine() never lets data start a line (§9.1)", pure, () => {
  assertEquals(visibleLine("a\nb\r\nc\td"), "a\\u{a}b\\u{d}\\u{a}c\\u{9}d");
  assertEquals(visibleLine("a\u2028b\x85c"), "a\\u{2028}b\\u{85}c");
  assertEquals(visibleLine(`plain ${FAMILY}`), `plain ${FAMILY}`);
});

const hostile = fc.string({
  unit: fc.constantFrom(
    ..."ab 1\n\r\t\x1b\x85\u200b\u200c\u200d\u202e\ufe0f\ufe0e\u20e3\u0301\ud83d\ude00\u2028\u0645\u0915\u094d\u845b",
    "\u{1f469}",
    "\u{1f3fd}",
    "\u2764",
    "\u00a9",
    "\u{1f3f4}",
    "\u{e0067}",
    "\u{e0062}",
    "\u{e0073}",
    "\u{e007f}",
    "\u{e0100}",
  ),
});

Deno.test("visible() and visibleLine() always give well-formed text that stays as it is", pure, () => {
  fc.assert(fc.property(hostile, (text) => {
    for (const show of [visible, visibleLine]) {
      const shown = show(text);
      assert(shown.isWellFormed());
      assertEquals(show(shown), shown);
    }
    assert(!/\p{Cc}|[\u2028\u2029\u202e\u200b]/u.test(visibleLine(text)));
    assertEquals(visible(text).split("\n").length, text.split("\n").length);
  }));
});

Deno.test("visible() takes linear time on hostile text", pure, () => {
  const unit = [
    "\u0301",
    "\u200d",
    "\u{1f469}\u200d",
    "\u{1f3f4}\u{e0067}\u{e0062}",
    "\ufe0f\u200d",
    "\ud83d",
  ];
  for (const part of unit) {
    const start = performance.now();
    visible(part.repeat(1_000_000 / part.length));
    // Quadratic time would be hours; the bound leaves room for a slow and busy machine.
    assertLess(performance.now() - start, 10_000);
  }
});
