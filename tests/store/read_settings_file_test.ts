import { assertEquals, assertStringIncludes } from "@std/assert";
import { DEFAULT_SETTINGS, settingsTemplate } from "../../lib/memory/settings.ts";
import { Root } from "../../lib/store/root.ts";
import { readSettingsFile } from "../../lib/store/read_settings_file.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("readSettingsFile() gives the defaults where there is no file", async () => {
  await using temporary = await TemporaryRoot.initialised();
  assertEquals(await readSettingsFile(new Root(temporary.path)), { settings: DEFAULT_SETTINGS, faults: [] });
});

Deno.test("readSettingsFile() reads comments, commas at the end and a byte order mark", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await temporary.write(
    "config.jsonc",
    '\ufeff// mine\r\n{ "brief": { "focus_length": 100, /* fewer */ "open_items": 3, },\r\n"credentials": "warn", }',
  );
  const { settings, faults } = await readSettingsFile(new Root(temporary.path));
  assertEquals(faults, []);
  assertEquals([settings.brief.focus_length, settings.brief.open_items, settings.credentials], [
    100,
    3,
    "warn",
  ]);
  assertEquals(settings.brief.change_items, DEFAULT_SETTINGS.brief.change_items);
});

Deno.test("what init writes as config.jsonc changes nothing", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await temporary.write("config.jsonc", settingsTemplate());
  assertEquals(await readSettingsFile(new Root(temporary.path)), { settings: DEFAULT_SETTINGS, faults: [] });
  const uncommented = settingsTemplate().replace(/^(\s*)\/\/ (")/gm, "$1$2");
  await temporary.write("config.jsonc", uncommented);
  assertEquals(await readSettingsFile(new Root(temporary.path)), { settings: DEFAULT_SETTINGS, faults: [] });
});

const BROKEN: readonly (readonly [what: string, content: string | Uint8Array])[] = [
  ["is empty", ""],
  ["is no JSON", "{ not json"],
  ["is an array", "[]"],
  ["is not UTF-8", new Uint8Array([0x7b, 0xff])],
  ["has a bound of 0", '{"brief": {"focus_length": 0}}'],
  ["has a bound that is text", '{"brief": {"focus_length": "600"}}'],
  ["has an unknown setting", '{"colour": true}'],
  ["is nested deeper than any stack", "[".repeat(100_000)],
  ["is nested deeper than any stack, in an object", '{"brief":'.repeat(100_000)],
  ["is larger than any settings are", "//" + "x".repeat(2 ** 20) + "\n{}"],
];

for (const [what, content] of BROKEN) {
  Deno.test(`a config.jsonc that ${what} stops nothing: the defaults hold, and a line says so (§5.2)`, async () => {
    await using temporary = await TemporaryRoot.initialised();
    await temporary.write("config.jsonc", content);
    const { settings, faults } = await readSettingsFile(new Root(temporary.path));
    assertEquals(settings, DEFAULT_SETTINGS);
    assertEquals(faults.length, 1);
    assertStringIncludes(faults[0]!, "config.jsonc");
    assertEquals(faults[0]!.includes("\n"), false);
    const context = temporary.open();
    await context.set("k", "v");
    assertStringIncludes((await context.start()).text, "config.jsonc");
  });
}

Deno.test("a config.jsonc that is a folder stops nothing (§5.2)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await Deno.mkdir(temporary.at("config.jsonc"));
  const { settings, faults } = await readSettingsFile(new Root(temporary.path));
  assertEquals(settings, DEFAULT_SETTINGS);
  assertStringIncludes(faults[0]!, "config.jsonc");
});
