import { InvalidInputError } from "../errors.ts";
import type { JsonView } from "../json/view.ts";
import { clip } from "../text/excerpt.ts";
import { isTime, wholeOf } from "./check_shape.ts";
import type { Fault } from "./fault.ts";
import { envelopeMessage, isMacOf, type MacForm, macOf, payloadMessage, type Signed } from "./mac.ts";
import { readJson } from "./read_document.ts";
import { type Verification, verifyPackage } from "./verify.ts";

/** The most bytes of a payload that is read, and of a whole envelope that is written (ctxpkg §8). */
export const MOST_PAYLOAD = 2_000_000;
/** The most bytes of an envelope that is read: escapes make a payload grow in it. */
export const MOST_ENVELOPE = 6_000_000;

/** What was found of an envelope, and of the package in it. */
export interface Unwrapped {
  /** Whether the envelope has no fault, its MAC is right where a secret was given, and the package is accepted. */
  readonly isAccepted: boolean;
  /** The document that it carries, as it was wrapped; absent where the envelope could not be read. */
  readonly payload?: string;
  /** Who says to have sent it: hearsay, unless the MAC is of the whole envelope. */
  readonly sender?: string;
  /** For whom it is said to be. */
  readonly recipient?: string;
  /** When it is said to have been sent. */
  readonly sentAt?: string;
  /** Whether it carries a MAC. */
  readonly isSigned: boolean;
  /** Which form of a MAC fitted; absent where none was checked, or none fitted. */
  readonly mac?: MacForm;
  /** What is wrong with the envelope. */
  readonly faults: readonly Fault[];
  /** What was found of the package in it; absent where the envelope could not be read. */
  readonly verification?: Verification;
}

/**
 * Takes a package out of an envelope, and verifies both. A right MAC proves that the sender holds the secret, and no
 * more; whatever the bytes are, this returns.
 *
 * @param bytes The envelope. @param secret What the MAC is checked with; it is not checked when absent.
 */
export async function unwrapPackage(bytes: Uint8Array, secret?: string): Promise<Unwrapped> {
  const refused = (...faults: Fault[]): Unwrapped => ({ isAccepted: false, isSigned: false, faults });
  const reading = readJson(bytes, MOST_ENVELOPE, NAMES);
  if ("code" in reading) {
    return refused(reading.code === "E_SIZE" ? { ...reading, code: "E_ENV_SIZE" } : reading);
  }
  const { view } = reading, fault = faultOf(view);
  if (fault !== undefined) return refused(fault);
  const payload = view.get("payload_json")!.string!, said = saidBy(view), mac = view.get("signature")?.string;
  const payloadBytes = new TextEncoder().encode(payload);
  if (payloadBytes.length > MOST_PAYLOAD) {
    return refused({ code: "E_ENV_SIZE", message: `payload_json is larger than ${MOST_PAYLOAD} bytes` });
  }
  const checked = secret === undefined ? {} : await checkMac(view, payload, mac, secret);
  const faults = checked.fault === undefined ? [] : [checked.fault];
  const verification = await verifyPackage(payloadBytes);
  return {
    isAccepted: faults.length === 0 && verification.isAccepted,
    payload,
    ...said,
    isSigned: mac !== undefined,
    mac: checked.form,
    faults,
    verification,
  };
}

const NAMES = new Set([
  "manifest",
  "format_version",
  "sent_at",
  "sender",
  "recipient",
  "content_type",
  "payload_json",
  "signature",
  "metadata",
  "agent_id",
]);
const MAC = /^[0-9a-fA-F]{64}$/;

function faultOf(view: JsonView): Fault | undefined {
  const bad = (message: string): Fault => ({ code: "E_ENV", message });
  if (view.kind !== "object") return bad("it is no object");
  if (view.get("manifest")?.kind === "object") return bad("it is a package, and in no envelope");
  if (wholeOf(view.get("format_version")) !== 1n) return bad("format_version is not 1");
  if (view.get("content_type")?.string !== "context_package") {
    return { code: "E_ENV_TYPE", message: "content_type is not context_package" };
  }
  if (view.get("payload_json")?.kind !== "string") return bad("payload_json is no string");
  if (view.get("sender")?.get("agent_id")?.kind !== "string") return bad("sender.agent_id is no string");
  const recipient = view.get("recipient")?.kind ?? "string",
    signature = view.get("signature")?.kind ?? "string";
  if (recipient !== "string" && recipient !== "object") {
    return bad("recipient is neither a string nor an object");
  }
  return signature === "string" ? undefined : bad("signature is no string");
}

function saidBy(view: JsonView): Pick<Unwrapped, "sender" | "recipient" | "sentAt"> {
  return {
    sender: view.get("sender")!.get("agent_id")!.string,
    recipient: view.get("recipient")?.string,
    sentAt: view.get("sent_at")?.string,
  };
}

async function checkMac(
  view: JsonView,
  payload: string,
  mac: string | undefined,
  secret: string,
): Promise<{ form?: MacForm; fault?: Fault }> {
  if (mac === undefined) {
    return {
      fault: { code: "E_ENV_UNSIGNED", message: "a secret is given, and the envelope has no signature" },
    };
  }
  if (!MAC.test(mac)) return { fault: { code: "E_ENV_MAC", message: "signature is not 64 hex digits" } };
  const signed = signedOf(view);
  if (signed !== undefined && await isMacOf(mac, secret, envelopeMessage(signed, payload))) {
    return { form: "envelope" };
  }
  if (await isMacOf(mac, secret, payloadMessage(payload))) return { form: "payload-only" };
  return { fault: { code: "E_ENV_MAC", message: "signature is not one that this secret makes" } };
}

/** What a MAC of the whole form would be of; nothing where the envelope has no such form. */
function signedOf(view: JsonView): Signed | undefined {
  const sentAt = view.get("sent_at")?.string,
    recipient = view.get("recipient"),
    metadata = view.get("metadata");
  if (sentAt === undefined || !isTime(sentAt) || metadata?.kind !== "object") return undefined;
  if (recipient !== undefined && recipient.kind !== "string") return undefined;
  const members = [...metadata.whole().members].map((
    [name, value],
  ): [string, string | undefined] => [name, value.string]);
  if (members.some(([, value]) => value === undefined)) return undefined;
  return {
    agentId: view.get("sender")!.get("agent_id")!.string!,
    recipient: recipient?.string ?? "",
    sentAt,
    metadata: new Map(members as [string, string][]),
  };
}

/** What is said on an envelope. */
export interface Wrapping {
  /** The agent that sends it. */
  readonly sender: string;
  /** The agent that it is for. */
  readonly recipient?: string;
  /** When it is sent: RFC 3339, up to nine digits behind the seconds. */
  readonly sentAt: string;
  /** Makes its MAC; it has none when absent. */
  readonly secret?: string;
}

/**
 * Puts a package into an envelope, as the text that it is.
 *
 * @param payload The package's document. @param wrapping What stands on the envelope.
 * @returns The envelope; or why there is none: it would be larger than others take.
 * @throws {InvalidInputError} If it is said to be sent at what is no time.
 */
export async function wrapPackage(
  payload: string,
  { sender, recipient, sentAt, secret }: Wrapping,
): Promise<string | Fault> {
  if (!isTime(sentAt)) {
    throw new InvalidInputError(
      `Cannot send an envelope at ${
        JSON.stringify(clip(sentAt, 80))
      }: it must be a time such as 2026-10-13T09:41:07Z`,
    );
  }
  const signed = { agentId: sender, recipient: recipient ?? "", sentAt, metadata: new Map<string, string>() };
  const envelope = JSON.stringify({
    format_version: 1,
    sent_at: sentAt,
    sender: { agent_id: sender, agent_type: "ctx", daemon_fingerprint: "", capabilities: [] },
    recipient: recipient ?? null,
    content_type: "context_package",
    payload_json: payload,
    signature: secret === undefined ? null : await macOf(secret, envelopeMessage(signed, payload)),
    metadata: {},
  });
  const { length } = new TextEncoder().encode(envelope);
  if (length + 1 <= MOST_PAYLOAD) return `${envelope}\n`;
  return {
    code: "E_ENV_SIZE",
    message: `the envelope would have ${length + 1} bytes, more than ${MOST_PAYLOAD}`,
  };
}
