import type { ConfigProblemSeverity } from './config-problem.ts';
import { nearestName } from './nearest-name.ts';
import { KNOWN_ENTRY_KEYS } from './server-schema.ts';

/** A remark on a key of a server entry that this reader does not know. */
export interface KeyRemark {
  readonly code: 'KEY_UNKNOWN' | 'KEY_MISSPELT';
  readonly severity: ConfigProblemSeverity;
  readonly message: string;
}

/** Keys by which other clients, and forks of this format, say what one of ours says. */
const SYNONYMS = new Map([
  ['allowedInModesByDefault', 'defaultEnabled'],
  ['enabled', 'disabled'],
  ['excludeTools', 'disabledTools'],
  ['disallowedTools', 'disabledTools'],
  ['autoApprove', 'alwaysAllow'],
  ['environment', 'env'],
  ['serverUrl', 'url'],
  ['httpUrl', 'url'],
  ['transport', 'type'],
]);

/** Keys that take something away: misspelt, they leave a server more open than its author believes. */
const RESTRICTING_KEYS = new Set(['disabled', 'disabledTools', 'defaultEnabled']);

/** What to say about an unknown key: whether it is a known one misspelt, and how much that matters. */
export function remarkOnKey(key: string, value: unknown): KeyRemark {
  const meant = SYNONYMS.get(key) ?? nearestName(key, KNOWN_ENTRY_KEYS);
  if (meant === undefined || key.startsWith('_') || key.startsWith('$')) {
    return {
      code: 'KEY_UNKNOWN',
      severity: 'info',
      message: 'is not known to this reader; it is kept and has no effect.',
    };
  }
  if (!RESTRICTING_KEYS.has(meant) || (key === 'enabled' && value === true)) {
    const severity = SYNONYMS.has(key) ? 'info' : 'warning';
    return { code: 'KEY_MISSPELT', severity, message: `has no effect. Did you mean "${meant}"?` };
  }
  return {
    code: 'KEY_MISSPELT',
    severity: 'error',
    message: `has no effect, so it restricts nothing. Did you mean "${meant}"?`,
  };
}
