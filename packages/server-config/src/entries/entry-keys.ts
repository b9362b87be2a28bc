import { editDistance, nearestName } from '@modegate/nearest-name';
import type { ConfigProblemSeverity } from '../config-problem.ts';
import { isRooFamily } from './entry-transport.ts';
import { FOREIGN_LIMIT_KEYS, type ForeignLimitKey, type LimitSetting } from './foreign-limits.ts';
import type { ConfigFileKind } from './server-entry.ts';
import { KNOWN_ENTRY_KEYS } from './server-schema.ts';

/** A remark about an unknown key, or another client's key, in a server entry. */
export interface KeyRemark {
  readonly code: 'KEY_UNKNOWN' | 'KEY_MISSPELT' | 'KEY_FOREIGN';
  readonly severity: ConfigProblemSeverity;
  readonly message: string;
}

/** Names that other clients use for keys that do not restrict anything. */
const SYNONYMS = new Map([
  ['autoApprove', 'alwaysAllow'],
  ['environment', 'env'],
  ['serverUrl', 'url'],
  ['httpUrl', 'url'],
  ['transport', 'type'],
]);

const NOTE = /^(?:[_$#]|\/\/)/;

/**
 * Keys that restrict a mode but have no effect in a server entry, each with the equivalent key for an entry. The README
 * contains the same table.
 */
export const MODE_LIMIT_KEYS: ReadonlyMap<string, LimitSetting> = new Map([
  ['mcpRestrictions', 'disabled'],
  ['allowedMcpServers', 'disabled'],
  ['allowedServers', 'disabled'],
  ['disallowedServers', 'disabled'],
  ['allowedTools', 'enabledTools'],
  ['disallowedTools', 'disabledTools'],
]);

const LIMIT_KEYS: readonly string[] = [
  ...(['disabled', 'defaultEnabled', 'disabledTools', 'enabledTools'] satisfies readonly LimitSetting[]),
  ...FOREIGN_LIMIT_KEYS.map(({ key }) => key),
  ...MODE_LIMIT_KEYS.keys(),
];

/**
 * Describes an unknown key. A key that seems to restrict the server is an error, because ignoring the key would leave
 * the server unrestricted.
 */
export function remarkOnKey(key: string): KeyRemark {
  const limit = meantLimit(key);
  if (limit !== undefined) {
    const message = `seems to restrict the server. The meaning of the key is uncertain, so the server is not used. Did you mean "${limit}"?`;
    return { code: 'KEY_MISSPELT', severity: 'error', message };
  }
  const meant = isNote(key) ? undefined : (SYNONYMS.get(key) ?? nearestName(key, KNOWN_ENTRY_KEYS));
  if (meant === undefined) return unknownKey;
  const severity = SYNONYMS.has(key) ? 'info' : 'warning';
  return { code: 'KEY_MISSPELT', severity, message: `has no effect. Did you mean "${meant}"?` };
}

/** True if ignoring an unknown key may leave the server less restricted than its author intends. */
export function seemsToLimit(key: string): boolean {
  return meantLimit(key) !== undefined;
}

/**
 * Returns the restricting key that a key resembles: one that restricts a mode, or one whose spelling differs only in
 * one letter, in case or in separators.
 */
function meantLimit(key: string): string | undefined {
  if (isNote(key) || key.length > MAX_LETTERS) return undefined;
  const written = fold(key);
  const limit = LIMIT_KEYS.find((one) => editDistance(written, fold(one), 1) <= 1);
  return limit === undefined ? undefined : (MODE_LIMIT_KEYS.get(limit) ?? limit);
}

const MAX_LETTERS = 64;

function fold(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** True for keys that are notes, or that were disabled on purpose. */
export function isNote(key: string): boolean {
  return NOTE.test(key);
}

const unknownKey: KeyRemark = {
  code: 'KEY_UNKNOWN',
  severity: 'info',
  message: 'is unknown to Modegate; it is kept but has no effect.',
};

/**
 * Describes another client's key that takes effect here; in a file that belongs to the Roo family, the client itself
 * ignores the key.
 */
export function remarkOnForeignKey(
  { means, isOpposite, clients }: ForeignLimitKey,
  value: unknown,
  kind: ConfigFileKind,
): KeyRemark {
  const meaning = `${isOpposite ? 'the opposite of ' : ''}"${means}"`;
  const isIgnored = isRooFamily(kind) && value !== true;
  const fix = isIgnored ? ` The client of this file does not support this key. Use "${means}" instead.` : '';
  const message = `belongs to ${clients.join(' and ')} and counts as ${meaning}.${fix}`;
  return { code: 'KEY_FOREIGN', severity: isIgnored ? 'warning' : 'info', message };
}
