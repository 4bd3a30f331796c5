import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "@std/jsonc";
import { DEFAULT_SETTINGS, readSettings, settingsTemplate } from "../../lib/memory/settings.ts";

const pure = { permissions: "none" } as const;

Deno.test("the default bounds are those of §5.2 as core.md restores them", pure, () => {
  assertEquals(DEFAULT_SETTINGS, {
    brief: {
      focus_length: 600,
      instruction_items: 20,
      instruction_length: 150,
      open_items: 15,
      open_length: 150,
      decision_items: 10,
      decision_length: 150,
      change_items: 10,
      change_length: 100,
    },
    credentials: "refuse",
    list_limit: 0,
    history_days: 0,
    history_versions: 0,
    enforce_stores: false,
  });
});

Deno.test("readSettings() takes the defaults where nothing is said", pure, () => {
  assertEquals(readSettings({}), { settings: DEFAULT_SETTINGS, faults: [] });
  assertEquals(readSettings({ brief: {} }), { settings: DEFAULT_SETTINGS, faults: [] });
});

Deno.test("readSettings() takes each setting", pure, () => {
  const { settings, faults } = readSettings({
    brief: { focus_length: 1, open_items: 3 },
    credentials: "warn",
    list_limit: 9,
    history_days: 30,
    history_versions: 5,
    enforce_stores: true,
  });
  assertEquals(faults, []);
  assertEquals(settings, {
    brief: { ...DEFAULT_SETTINGS.brief, focus_length: 1, open_items: 3 },
    credentials: "warn",
    list_limit: 9,
    history_days: 30,
    history_versions: 5,
    enforce_stores: true,
  });
});

Deno.test("readSettings() refuses a bound of the history that is no whole number, 0 for all", pure, () => {
  for (const bad of [-1, 1.5, "20", true, [], NaN]) {
    const { settings, faults } = readSettings({ history_days: bad, history_versions: 7 });
    assertEquals(settings, { ...DEFAULT_SETTINGS, history_versions: 7 });
    assertEquals(faults, ['"history_days" must be a whole number, 0 for all']);
  }
});

Deno.test("readSettings() clamps every bound to a maximum: the brief stays bounded (§5.2)", pure, () => {
  const huge = Object.fromEntries(
    Object.keys(DEFAULT_SETTINGS.brief).map((name) => [name, Number.MAX_SAFE_INTEGER]),
  );
  const { settings, faults } = readSettings({ brief: huge });
  assertEquals(faults, []);
  for (const [name, bound] of Object.entries(settings.brief)) assert(bound <= 2000, `${name} ${bound}`);
});

Deno.test(
  "readSettings() refuses a bound that is no whole number above 0, and keeps the others",
  pure,
  () => {
    for (const bad of [0, -1, 1.5, "20", null, true, [], NaN]) {
      const { settings, faults } = readSettings({ brief: { open_items: bad, open_length: 10 } });
      assertEquals(settings.brief, { ...DEFAULT_SETTINGS.brief, open_length: 10 });
      assertEquals(faults, ['"brief.open_items" must be a whole number above 0']);
    }
  },
);

Deno.test("readSettings() names what it does not know or cannot follow", pure, () => {
  const { settings, faults } = readSettings({
    brief: { open_item: 3, constructor: 1 },
    credentials: "ignore",
    list_limit: -1,
    colour: true,
  });
  assertEquals(settings, DEFAULT_SETTINGS);
  assertEquals(faults, [
    'it has no setting "colour"',
    '"brief" has no setting "open_item"',
    '"brief" has no setting "constructor"',
    '"credentials" must be "refuse" or "warn"',
    '"list_limit" must be a whole number, 0 for all',
  ]);
  assertEquals(readSettings({ brief: 5 }).faults, ['"brief" must be an object']);
  for (const raw of [null, undefined, [], "x", 5]) {
    assertEquals(readSettings(raw), { settings: DEFAULT_SETTINGS, faults: ["it is not an object"] });
  }
});

Deno.test(
  "settingsTemplate() changes nothing as it stands, and holds every setting with its default",
  pure,
  () => {
    assertEquals(readSettings(parse(settingsTemplate())), { settings: DEFAULT_SETTINGS, faults: [] });
    const uncommented = settingsTemplate().replaceAll(/\/\/ (?=")/g, "");
    assertMatch(uncommented, /^ {4}"focus_length": 600/m);
    assertEquals<unknown>(parse(uncommented), DEFAULT_SETTINGS);
  },
);
