import { nearestName } from '@modegate/nearest-name';
import type { ConfigProblemSeverity } from '../config-problem.ts';
import { isRooFamily } from './entry-transport.ts';
import type { ForeignLimitKey } from './foreign-limits.ts';
import { nearestLimit, speaksOfLimits } from './limit-words.ts';
import type { ConfigFileKind } from './server-entry.ts';
import { KNOWN_ENTRY_KEYS } from './server-schema.ts';

/** A remark on a key of a server entry that is not this reader's own. */
export interface KeyRemark {
  readonly code: 'KEY_UNKNOWN' | 'KEY_MISSPELT' | 'KEY_FOREIGN';
  readonly severity: ConfigProblemSeverity;
  readonly message: string;
}

/** Keys by which other clients say what one of ours says, none of which limits anything. */
const SYNONYMS = new Map([
  ['autoApprove', 'alwaysAllow'],
  ['environment', 'env'],
  ['serverUrl', 'url'],
  ['httpUrl', 'url'],
  ['transport', 'type'],
]);

const NOTE = /^(?:[_$#]|\/\/)/;

/** What to say about an unknown key. One that seems to limit the server is an error: ignored, it would leave the server open. */
export function remarkOnKey(key: string): KeyRemark {
  if (seemsToLimit(key)) {
    const message = `seems to limit the server but has no certain meaning, so the server is not used. Did you mean "${nearestLimit(key)}"?`;
    return { code: 'KEY_MISSPELT', severity: 'error', message };
  }
  const meant = isNote(key) ? undefined : (SYNONYMS.get(key) ?? nearestName(key, KNOWN_ENTRY_KEYS));
  if (meant === undefined) return unknownKey;
  const severity = SYNONYMS.has(key) ? 'info' : 'warning';
  return { code: 'KEY_MISSPELT', severity, message: `has no effect. Did you mean "${meant}"?` };
}

/** Whether an unknown key, when ignored, may leave the server more open than its author believes. */
export function seemsToLimit(key: string): boolean {
  return !isNote(key) && speaksOfLimits(key);
}

/** Keys that begin so are notes, or were taken out of use on purpose. */
export function isNote(key: string): boolean {
  return NOTE.test(key);
}

const unknownKey: KeyRemark = {
  code: 'KEY_UNKNOWN',
  severity: 'info',
  message: 'is not known to this reader; it is kept and has no effect.',
};

/** What to say about a key of another client that counts here: in a file of the Roo family the client itself ignores it. */
export function remarkOnForeignKey(
  { means, isOpposite, clients }: ForeignLimitKey,
  value: unknown,
  kind: ConfigFileKind,
): KeyRemark {
  const meaning = `${isOpposite ? 'the opposite of ' : ''}"${means}"`;
  const isIgnored = isRooFamily(kind) && value !== true;
  const fix = isIgnored ? ` The client of this file does not know it: write "${means}".` : '';
  const message = `belongs to ${clients.join(' and ')} and counts as ${meaning}.${fix}`;
  return { code: 'KEY_FOREIGN', severity: isIgnored ? 'warning' : 'info', message };
}
