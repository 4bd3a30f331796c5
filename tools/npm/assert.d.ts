// deno-lint-ignore no-explicit-any
type Constructor<T> = abstract new (...args: any[]) => T;

/** What a failed assertion throws. */
export declare class AssertionError extends Error {
  constructor(message: string, options?: ErrorOptions);
}

/** A value that counts as false. */
export type Falsy = false | 0 | 0n | "" | null | undefined;

/** Something with a length and elements by number. */
export type ArrayLikeArg<T> = ArrayLike<T> & object;

/** Fails unless the value counts as true. */
export declare function assert(expr: unknown, msg?: string): asserts expr;

/** Fails unless two numbers lie within a tolerance of each other. */
export declare function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  msg?: string,
): void;

/** Fails unless every expected element is among the actual ones. */
export declare function assertArrayIncludes<T>(
  actual: ArrayLikeArg<T>,
  expected: ArrayLikeArg<T>,
  msg?: string,
): void;

/** Fails unless the two are deeply equal. */
export declare function assertEquals<T>(actual: T, expected: T, msg?: string): void;

/** Fails if the value is null or undefined. */
export declare function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;

/** Fails unless the value counts as false. */
export declare function assertFalse(expr: unknown, msg?: string): asserts expr is Falsy;

/** Fails unless `actual > expected`. */
export declare function assertGreater<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless `actual >= expected`. */
export declare function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless the value is an instance of the class. */
export declare function assertInstanceOf<
  // deno-lint-ignore no-explicit-any
  T extends Constructor<any>,
>(actual: unknown, expectedType: T, msg?: string): asserts actual is InstanceType<T>;

/** Fails unless the value is an error, of the class and with the message if these are given. */
export declare function assertIsError<E extends Error = Error>(
  error: unknown,
  ErrorClass?: Constructor<E>,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E;

/** Fails unless `actual < expected`. */
export declare function assertLess<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless `actual <= expected`. */
export declare function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless the text matches. */
export declare function assertMatch(actual: string, expected: RegExp, msg?: string): void;

/** Fails if the two are deeply equal. */
export declare function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;

/** Fails if the value is an instance of the class. */
export declare function assertNotInstanceOf<A, T>(
  actual: A,
  unexpectedType: Constructor<T>,
  msg?: string,
): asserts actual is Exclude<A, T>;

/** Fails if the text matches. */
export declare function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;

/** Fails if the two are the same value. */
export declare function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless the object holds every property of the expected one, deeply. */
export declare function assertObjectMatch(
  // deno-lint-ignore no-explicit-any
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void;

/** Fails unless the function's promise is rejected; gives what it was rejected with. */
export declare function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
export declare function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;

/** Fails unless the two are the same value. */
export declare function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T;

/** Fails unless the text holds the other text. */
export declare function assertStringIncludes(actual: string, expected: string, msg?: string): void;

/** Fails unless the function throws; gives what it threw. */
export declare function assertThrows(fn: () => unknown, msg?: string): unknown;
export declare function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): E;

/** Whether the two are deeply equal. */
export declare function equal(a: unknown, b: unknown): boolean;

/** Fails. */
export declare function fail(msg?: string): never;

/** Fails: this is not written yet. */
export declare function unimplemented(msg?: string): never;

/** Fails: this cannot be reached. */
export declare function unreachable(msg?: string): never;
