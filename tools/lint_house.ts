/**
 * The rules of the house, as a plugin of `deno lint`: imports in `lib/` run one way, its pure folders know
 * nothing of the world, and files stay short.
 *
 * @module
 */

/** The most lines of code, blank lines and comments left out, that a file may have without a reason. */
export const MAX_LINES = 200;

/** Where in a file a reason for its length counts: within these first lines. */
const REASON_LINES = 5;
const REASON = /^\/\/ long: \S/m;

const PURE = ["json", "text", "memory"];
const SUBJECTS = ["pkg", "work", "records", "keeper", "wire", "doctor"];
const DOORS = ["cli", "mcp", "http"];
const BELOW_SUBJECTS = [...PURE, "store", "context"];

/** Layer by layer, what a file may import besides its own folder and `errors.ts`. */
const MAY_IMPORT = new Map<string, readonly string[]>([
  ["errors", []],
  ["json", []],
  ["text", []],
  ["memory", ["json", "text"]],
  ["store", PURE],
  ["context", [...PURE, "store"]],
  ...SUBJECTS.map((name) => [name, BELOW_SUBJECTS] as const),
  // It looks at what others have put outside the root, too.
  ["doctor", [...BELOW_SUBJECTS, "wire", "pkg"]],
  ...DOORS.map((name) => [name, [...PURE, "context", ...SUBJECTS]] as const),
]);

const checkout = decodeURIComponent(new URL("../", import.meta.url).pathname);

/** A file's path below the checkout, with `/` between its parts. */
function pathInCheckout(filename: string): string {
  const path = filename.replaceAll("\\", "/");
  return path.startsWith(checkout) ? path.slice(checkout.length) : path;
}

/** The layer of a path below the checkout: a folder of `lib/`, `errors`, `context`, or none outside `lib/`. */
function layerOf(path: string): string | undefined {
  const [lib, first, ...rest] = path.split("/");
  if (lib !== "lib" || first === undefined) return undefined;
  if (rest.length > 0) return first;
  // The files beside context.ts are parts of it.
  return first === "errors.ts" ? "errors" : "context";
}

/** The path that a relative specifier means, seen from a file. */
function resolve(from: string, specifier: string): string {
  return decodeURIComponent(new URL(specifier, `file:///${from}`).pathname.slice(1));
}

/** How something is imported. */
interface Import {
  readonly isDynamic?: boolean;
  readonly isType?: boolean;
}

/** Says what is wrong with an import, or nothing. */
function faultOfImport(from: string, specifier: string, { isDynamic, isType }: Import): string | undefined {
  const layer = layerOf(from);
  if (layer === undefined) return undefined;
  if (!/^\.{1,2}\//.test(specifier)) {
    if (PURE.includes(layer) && /^(node:|@std\/(fs|path)(\/|$))/.test(specifier)) {
      return `lib/${layer} is pure: it cannot import "${specifier}"`;
    }
    return specifier.startsWith("node:") && !isDynamic && !isType
      ? `Every command would load "${specifier}" once the modules are joined: import it where it is used`
      : undefined;
  }
  const allowed = MAY_IMPORT.get(layer);
  if (allowed === undefined) {
    return `lib/${layer} is no layer of the house: name it in tools/lint_house.ts, with what it may import`;
  }
  const target = layerOf(resolve(from, specifier));
  if (target === undefined) return `lib cannot import "${specifier}": it lies outside lib`;
  if (target === layer || target === "errors" || allowed.includes(target)) return undefined;
  if (isDynamic && DOORS.includes(layer) && DOORS.includes(target)) return undefined;
  return `${layer} cannot import ${target} ("${specifier}"): ${reasonOf(layer, target, allowed)}`;
}

function reasonOf(layer: string, target: string, allowed: readonly string[]): string {
  if (DOORS.includes(layer) && DOORS.includes(target)) {
    return "a door starts another door only by a dynamic import";
  }
  if (allowed.length === 0) return "it imports only its own folder and errors.ts";
  return `besides its own folder it imports only ${allowed.join(", ")} and errors.ts`;
}

/** Globals that reach out of a program, and members of harmless globals that do. */
const IMPURE_GLOBALS = new Set(["Deno", "process", "fetch", "performance", "localStorage"]);
const IMPURE_MEMBERS = new Map([
  ["Date", ["now"]],
  ["Math", ["random"]],
  ["crypto", ["getRandomValues", "randomUUID"]],
  ["Temporal", ["Now"]],
]);
const GLOBAL_OBJECTS = new Set(["globalThis", "self", "window"]);

type Named = Deno.lint.Node & { readonly name?: string; readonly value?: unknown };

/** The name of the property that a member expression reads, if it can be told. */
function propertyName(node: Deno.lint.MemberExpression): string | undefined {
  const property = node.property as Named;
  if (!node.computed) return property.name;
  return typeof property.value === "string" ? property.value : undefined;
}

function nameOf(node: Deno.lint.Node): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}

/** Whether an identifier is only the name of a property, not a variable. */
function isPropertyName(node: Deno.lint.Identifier): boolean {
  const parent = node.parent as Deno.lint.Node & {
    property?: unknown;
    key?: unknown;
    right?: unknown;
    computed?: boolean;
  };
  switch (parent.type) {
    case "MemberExpression":
      return parent.property === node && !parent.computed;
    case "TSQualifiedName":
      return parent.right === node;
    case "Property":
      // `{ fetch }` reads the variable, `{ fetch: x }` does not.
      return parent.key === node && !parent.computed && !(parent as Deno.lint.Property).shorthand;
    case "MethodDefinition":
    case "PropertyDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature":
      return parent.key === node && !parent.computed;
    default:
      return false;
  }
}

type Source = Deno.lint.Node & { readonly source?: Deno.lint.Node | null };

const direction: Deno.lint.Rule = {
  create(context) {
    const from = pathInCheckout(context.filename);
    const check = (node: Deno.lint.Node, source: Deno.lint.Node | null | undefined, how: Import = {}) => {
      if (!source || layerOf(from) === undefined) return;
      const specifier = literalText(source);
      const message = specifier === undefined
        ? "Cannot tell what this imports: name the file in the import"
        : faultOfImport(from, specifier, how);
      if (message !== undefined) context.report({ node, message });
    };
    const checkStatic = (node: Source) => check(node, node.source);
    return {
      ImportDeclaration: (node) => check(node, node.source, { isType: node.importKind === "type" }),
      ExportNamedDeclaration: checkStatic,
      ExportAllDeclaration: checkStatic,
      ImportExpression: (node) => check(node, node.source, { isDynamic: true }),
      TSImportType: (node) => check(node, node.argument, { isType: true }),
    };
  },
};

/** The text of a string, also within a literal type or a template without holes. */
function literalText(node: Deno.lint.Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TSLiteralType") return literalText(node.literal);
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.cooked;
  return undefined;
}

const purity: Deno.lint.Rule = {
  create(context) {
    const layer = layerOf(pathInCheckout(context.filename));
    if (layer === undefined || !PURE.includes(layer)) return {};
    const report = (node: Deno.lint.Node, what: string) =>
      context.report({
        node,
        message: `lib/${layer} is pure: it cannot use ${what}`,
        hint: "Take it as an argument",
      });
    return {
      Identifier(node) {
        if (IMPURE_GLOBALS.has(node.name) && !isPropertyName(node)) report(node, node.name);
      },
      MemberExpression(node) {
        const property = propertyName(node);
        const object = nameOf(node.object);
        if (property === undefined || object === undefined) return;
        if (GLOBAL_OBJECTS.has(object) && (IMPURE_GLOBALS.has(property) || IMPURE_MEMBERS.has(property))) {
          report(node, `${object}.${property}`);
        } else if (IMPURE_MEMBERS.get(object)?.includes(property)) report(node, `${object}.${property}`);
      },
      NewExpression(node) {
        if (nameOf(node.callee) === "Date" && node.arguments.length === 0) {
          report(node, "new Date() without a time");
        }
      },
      CallExpression(node) {
        if (nameOf(node.callee) === "Date") report(node, "Date()");
      },
    };
  },
};

/** Counts the lines of a text that hold anything but white space and comments. */
function linesOfCode(text: string, comments: readonly { readonly range: Deno.lint.Range }[]): number {
  let code = "";
  let end = 0;
  for (const { range } of comments) {
    code += text.slice(end, range[0]) + text.slice(range[0], range[1]).replaceAll(/[^\n]/g, " ");
    end = range[1];
  }
  return (code + text.slice(end)).split("\n").filter((line) => line.trim() !== "").length;
}

const length: Deno.lint.Rule = {
  create(context) {
    const path = pathInCheckout(context.filename);
    if (path.startsWith("tests/") || path.endsWith(".d.ts")) return {};
    return {
      Program(node) {
        const text = context.sourceCode.getText();
        if (REASON.test(text.split("\n", REASON_LINES).join("\n"))) return;
        const lines = linesOfCode(text, context.sourceCode.getAllComments());
        if (lines <= MAX_LINES) return;
        context.report({
          node,
          message: `${lines} lines of code, more than ${MAX_LINES}`,
          hint: `Is it one idea? Then say why in one of the first ${REASON_LINES} lines: // long: …`,
        });
      },
    };
  },
};

const plugin: Deno.lint.Plugin = { name: "house", rules: { direction, purity, length } };

// Deno takes a plugin from its module's default export.
export default plugin;
