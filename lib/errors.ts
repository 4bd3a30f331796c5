/** What a caller can expect to go wrong, as a stable word to switch on. */
export type ErrorCode =
  | "not_found"
  | "invalid_input"
  | "refused"
  | "conflict"
  | "damaged"
  | "storage"
  | "lock_timeout"
  | "permission"
  | "interrupted";

/** What an error may carry besides its message. */
export interface ErrorDetail {
  /** The next step for whoever reads it: a command, or a change to make. */
  readonly hint?: string;
  /** The file or folder that the error is about. */
  readonly path?: string;
  /** The line in `path`, counted from 1. */
  readonly line?: number;
  /** The column in `line`, in characters, counted from 1. */
  readonly column?: number;
  /** The error underneath. */
  readonly cause?: unknown;
}

/**
 * The base of every failure that a caller may expect. Anything else that is thrown is a fault of this
 * module, or a `TypeError` or `RangeError` for an argument that no type checker would let pass.
 *
 * @example Tell a missing key from another failure
 * ```ts
 * import { CtxError, openContext } from "@ctx/ctx";
 * import { assertEquals } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * try {
 *   await openContext({ home }).get("no_such_key");
 * } catch (error) {
 *   assertEquals(error instanceof CtxError && error.code, "not_found");
 * }
 * await Deno.remove(home, { recursive: true });
 * ```
 */
export class CtxError extends Error {
  /** What kind of failure it is. */
  readonly code: ErrorCode;
  /** The next step: a command, or a change to make. */
  readonly hint?: string;
  /** The file or folder that the error is about. */
  readonly path?: string;
  /** The line in `path`, counted from 1. */
  readonly line?: number;
  /** The column in `line`, in characters, counted from 1. */
  readonly column?: number;

  /**
   * Describes a failure.
   *
   * @param code What kind of failure it is.
   * @param message What failed, on which thing, and why.
   * @param detail The place and the remedy.
   */
  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = detail.hint;
    this.path = detail.path;
    this.line = detail.line;
    this.column = detail.column;
  }
}

/** A key, or a session summary, that is not there (§4: an operation on a missing key must fail). */
export class NotFoundError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message What was looked for, and where.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("not_found", message, detail);
  }
}

/** An argument outside its set, its bounds or its grammar. */
export class InvalidInputError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message Which argument, what it is, what it should be.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("invalid_input", message, detail);
  }
}

/** Something that could be done and is not, unless the caller insists: text that looks like a credential (§11). */
export class RefusedError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message What was refused, and why.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("refused", message, detail);
  }
}

/** The entry is not, or no longer, what the caller said it must be. */
export class ConflictError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message What was expected, and what is there.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("conflict", message, detail);
  }
}

/** A file under the root that does not hold what it should: its `path`, `line` and `column` say where. */
export class DamagedError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message Which file, what is wrong in it, and where.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("damaged", message, detail);
  }
}

/** The file system refused: no space, no right, not a folder, a link that leaves the root. */
export class StorageError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message What could not be read or written, and why.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("storage", message, detail);
  }
}

/** The context's lock was held by somebody else for longer than the caller would wait (§8.4). Nothing was written. */
export class LockTimeoutError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message Which lock, and how long.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("lock_timeout", message, detail);
  }
}

/** A permission of Deno's that was not granted; `hint` is the flag to give. */
export class PermissionError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message Which access, to what.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("permission", message, detail);
  }
}

/** The caller's `AbortSignal` fired before the write began. Nothing was written. */
export class InterruptedError extends CtxError {
  /**
   * Describes the failure.
   *
   * @param message What was interrupted.
   * @param detail The place and the remedy.
   */
  constructor(message: string, detail?: ErrorDetail) {
    super("interrupted", message, detail);
  }
}
