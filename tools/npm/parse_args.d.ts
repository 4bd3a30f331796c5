// Declarations for the calls that ctx makes: option names without dots.

type Switch = boolean | string | undefined;
type Word = string | undefined;
type AliasMap<Alias extends string = string> = {
  readonly [name: string]: Alias | ReadonlyArray<Alias> | undefined;
};

/** Whether the call names an option: if it names none, the flags are untyped. */
type NamesAny<B extends Switch, S extends Word, C extends Word> = [Extract<B, string> | S | C] extends
  [undefined] ? false
  : true;

type SwitchFlags<B, C> =
  & { [Name in Extract<Exclude<B, C>, string>]: boolean }
  & { [Name in Extract<Extract<B, C>, string>]: boolean[] };

type WordFlags<S, C, N> =
  & { [Name in Extract<Exclude<S, C>, string>]?: Name extends N ? string | false : string }
  & { [Name in Extract<Extract<S, C>, string>]: Name extends N ? string[] | false : string[] };

type OtherFlags<B, S, C, N> = {
  [Name in Extract<Exclude<C, B | S>, string>]: Name extends N ? unknown[] | false : unknown[];
};

type WithDefaults<Flags, D> = D extends undefined ? Flags
  :
    & Omit<Flags, keyof D>
    & { [Name in keyof D]: Name extends keyof Flags ? D[Name] | NonNullable<Flags[Name]> : unknown };

type AliasesOf<Name, A> = Name extends keyof A ? A[Name] extends string ? A[Name]
  : A[Name] extends ReadonlyArray<infer Alias> ? Alias
  : never
  : never;

type WithAliases<Flags, A> = {
  [Name in keyof Flags as Name | Extract<AliasesOf<Name, A>, string>]: Flags[Name];
};

type Values<B extends Switch, S extends Word, C extends Word, N extends Word, D, A> =
  NamesAny<B, S, C> extends true ?
      & Record<string, unknown>
      & WithAliases<WithDefaults<SwitchFlags<B, C> & WordFlags<S, C, N> & OtherFlags<B, S, C, N>, D>, A>
    // deno-lint-ignore no-explicit-any
    : Record<string, any>;

type AfterDashes<DD> = boolean extends DD ? { "--"?: string[] }
  : true extends DD ? { "--": string[] }
  : unknown;

/** What {@linkcode parseArgs} found: a property for each option, and the other words. */
export type Args<
  // deno-lint-ignore no-explicit-any
  Flags extends Record<string, unknown> = Record<string, any>,
  DD extends boolean | undefined = undefined,
> =
  & Flags
  & {
    /** The words that belong to no option. */
    _: (string | number)[];
  }
  & AfterDashes<DD>;

/** What {@linkcode parseArgs} should know of the options. */
export interface ParseOptions<
  B extends Switch = Switch,
  S extends Word = Word,
  C extends Word = Word,
  N extends Word = Word,
  D extends Record<string, unknown> | undefined = Record<string, unknown> | undefined,
  A extends AliasMap | undefined = AliasMap | undefined,
  DD extends boolean | undefined = boolean | undefined,
> {
  /** Whether the words after `--` are kept apart from the others. */
  "--"?: DD;
  /** Other names of an option. */
  alias?: A;
  /** Options without a word of their own; `true` for every long option without an equals sign. */
  boolean?: B | ReadonlyArray<Extract<B, string>>;
  /** The value of an option that is not given. */
  default?: D;
  /** Whether the first word that is no option ends the options. */
  stopEarly?: boolean;
  /** Options whose word is text, never a number. */
  string?: S | ReadonlyArray<Extract<S, string>>;
  /** Options that may be given more than once, each time adding to an array. */
  collect?: C | ReadonlyArray<Extract<C, string>>;
  /** Options that `--no-NAME` turns off. */
  negatable?: N | ReadonlyArray<Extract<N, string>>;
  /** Called with each option that is not named here; `false` leaves it out. */
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** Splits the words of a command line into options and the rest. */
export declare function parseArgs<
  DD extends boolean | undefined = undefined,
  B extends Switch = undefined,
  S extends Word = undefined,
  C extends Word = undefined,
  N extends Word = undefined,
  D extends Record<string, unknown> | undefined = undefined,
  A extends AliasMap<Alias> | undefined = undefined,
  Alias extends string = string,
>(
  args: readonly string[],
  options?: ParseOptions<B, S, C, N, D, A, DD>,
): Args<Values<B, S, C, N, D, A>, DD>;
