import { isJsonObject, type JsonObject } from '@modegate/json';
import type { SessionLimits } from './limits.ts';
import type { RecordedDecision } from './session.ts';
import { truncateText } from './values/bounded-text.ts';
import { describeValue, invalidValue } from './values/invalid-value.ts';
import { copyJson } from './values/json-copy.ts';

/** A decision to record, from any policy; long texts are truncated and large JSON values are replaced. */
export interface DecisionInput {
  readonly tool: string;
  readonly allowed: boolean;
  readonly mode?: string | undefined;
  readonly code?: string | undefined;
  /** Any JSON value that identifies the deciding rule. */
  readonly rule?: unknown;
  readonly reason?: string | undefined;
  /** Any JSON value. */
  readonly detail?: unknown;
}

/**
 * Returns the decision in the form in which it is recorded; the copy shares nothing with the original. @throws
 * {SessionError} VALUE_INVALID
 */
export function recordedDecision(entry: DecisionInput, at: number, limits: SessionLimits): RecordedDecision {
  checkedObject(entry, 'decision');
  if (typeof entry.allowed !== 'boolean') {
    throw invalidValue('decision.allowed', 'true or false', describeValue(entry.allowed));
  }
  const decision: { -readonly [K in keyof RecordedDecision]: RecordedDecision[K] } = {
    tool: truncateText(checkedText(entry.tool, 'decision.tool'), 1_024),
    allowed: entry.allowed,
    at,
  };
  const { mode, code, reason, rule, detail } = entry;
  if (mode !== undefined) decision.mode = boundedText(mode, 'decision.mode', limits);
  if (code !== undefined) decision.code = boundedText(code, 'decision.code', limits);
  if (reason !== undefined) decision.reason = boundedText(reason, 'decision.reason', limits);
  if (rule !== undefined) decision.rule = boundedJson(rule, 'decision.rule', limits.decisionBytes);
  if (detail !== undefined) decision.detail = boundedJson(detail, 'decision.detail', limits.decisionBytes);
  return decision;
}

/** Returns the mode if it has the form of a slug; checks nothing else. @throws {SessionError} VALUE_INVALID */
export function checkedMode(mode: unknown): string {
  if (typeof mode === 'string' && mode !== '' && mode.length <= 256) return mode;
  throw invalidValue('mode', 'a mode slug of 1 to 256 characters', describeValue(mode));
}

/** Returns the text, truncated to the limit. @throws {SessionError} VALUE_INVALID */
export function boundedText(text: unknown, name: string, limits: SessionLimits): string {
  return truncateText(checkedText(text, name), limits.messageBytes);
}

/** Returns `{ [name]: text }`, or an empty object if the text is absent. @throws {SessionError} VALUE_INVALID */
export function optionalText<N extends string>(
  name: N,
  text: unknown,
  limits: SessionLimits,
): { readonly [K in N]?: string } {
  return text === undefined ? {} : ({ [name]: boundedText(text, name, limits) } as { readonly [K in N]: string });
}

/** @throws {SessionError} VALUE_INVALID if the value is none of the words */
export function checkedWord<Word extends string>(word: unknown, name: string, words: readonly Word[]): Word {
  const known = words.find((each) => each === word);
  if (known === undefined) throw invalidValue(name, `one of ${words.join(', ')}`, describeValue(word));
  return known;
}

/**
 * Copies the metadata. Refuses metadata that is too large instead of truncating it, because partial metadata could have
 * a different meaning. @throws {SessionError} VALUE_INVALID
 */
export function checkedMetadata(metadata: unknown, limits: SessionLimits): JsonObject {
  const copy = copyJson(checkedObject(metadata, 'metadata'), { name: 'metadata', maxBytes: limits.metadataBytes });
  if (copy === 'too-large') {
    throw invalidValue('metadata', `at most ${limits.metadataBytes} bytes of JSON (limits.metadataBytes)`, 'larger');
  }
  return copy.value as JsonObject;
}

/** @throws {SessionError} VALUE_INVALID */
export function checkedObject(value: unknown, name: string): object {
  if (isJsonObject(value)) return value;
  throw invalidValue(name, 'an object', describeValue(value));
}

function checkedText(text: unknown, name: string): string {
  if (typeof text !== 'string') throw invalidValue(name, 'a string', describeValue(text));
  return text;
}

// A decision must be recorded even if its data is too large.
function boundedJson(value: unknown, name: string, maxBytes: number): unknown {
  const copy = copyJson(value, { name, maxBytes });
  return copy === 'too-large' ? `[cut: more than ${maxBytes} bytes of JSON]` : copy.value;
}
