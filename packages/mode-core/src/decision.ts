/**
 * Source of a rule. `default` is one of Modegate's fixed rules, `settings` is an option of the policy, and `servers` is
 * an MCP server file.
 */
export type RuleLayer = 'default' | 'settings' | 'builtin' | 'global' | 'project' | 'servers';

/** Reference to the rule on which a decision is based. */
export interface RuleReference {
  readonly layer: RuleLayer;
  /** JSON pointer (RFC 6901) into the file, the settings or {@link defaultRules}. */
  readonly pointer: string;
  /** Slug of the mode to which the rule belongs. */
  readonly mode?: string;
  /** Name of the MCP server whose settings contain the rule. */
  readonly server?: string;
  readonly file?: string;
  /** Line in `file`, starting at 1. */
  readonly line?: number;
}

/** Fixed rules that do not come from a file, by the last part of their pointer. */
export const defaultRules = {
  'mode-exists': 'A mode that no layer defines cannot use any tools.',
  'mode-valid':
    'A mode with an error cannot use any tools until the error is fixed. The same applies to a mode that an unreadable file may redefine.',
  'tool-known': 'An undeclared tool is refused.',
  'always-available': 'The tools for asking, finishing, planning and switching modes are available in every mode.',
  'group-required': 'A tool is refused unless the mode has a group that contains it.',
  'path-required': 'If a mode has a file limit, a call that specifies no file is refused.',
  'path-in-project': 'If a mode has a file limit, a path that is ambiguous or outside the project is refused.',
  'folder-covered':
    'If a mode has a file limit, a call that takes a folder is refused unless everything below the folder is certain to be within the limit.',
  'pattern-valid': 'A file limit that cannot be evaluated allows nothing.',
  'command-named': 'If a mode restricts commands, a call that contains no command is refused.',
  'command-analysed': 'If no command analyser is available, a mode that restricts commands refuses all of them.',
  'command-readable': 'If a mode restricts commands, a command that cannot be analysed with certainty is refused.',
  'command-files':
    'If a mode restricts commands, a command is refused unless the files that it writes are known with certainty.',
  'repository-protected': "If a mode restricts commands, a command must not write into a '.git' folder.",
  'mcp-identity': 'An MCP call must identify its server and tool unambiguously.',
  'server-known':
    'An MCP server that is not configured in any file is refused, unless the mode allows it by its exact name.',
  evaluation: 'A call whose evaluation fails is refused.',
} as const;

/** Key of a fixed rule. */
export type DefaultRule = keyof typeof defaultRules;

/**
 * Subject of a refusal: the `mode`, a `tool` of the agent, a missing `group`, a `file`, an unenforceable `limit`, a
 * `command`, the `identity` of an MCP call, the MCP `restrictions` as a whole, the `entry` of a server file, a `server`
 * or `mcp-tool` that the mode does not allow, a `circumstance` that may change, a missing `consent`, or the
 * `evaluation`.
 */
export type RefusalKind =
  | 'mode'
  | 'tool'
  | 'group'
  | 'file'
  | 'limit'
  | 'command'
  | 'identity'
  | 'restrictions'
  | 'entry'
  | 'server'
  | 'mcp-tool'
  | 'circumstance'
  | 'consent'
  | 'evaluation';

/** Subject of the refusal, by code. */
export const refusalKinds = {
  MODE_UNKNOWN: 'mode',
  MODE_INVALID: 'mode',
  MODES_UNREADABLE: 'mode',
  TOOL_UNKNOWN: 'tool',
  TOOL_DISABLED: 'tool',
  GROUP_MISSING: 'group',
  FILE_PATH_MISSING: 'file',
  FILE_PATH_INVALID: 'file',
  FILE_OUTSIDE_PROJECT: 'file',
  FILE_RESTRICTED: 'file',
  FOLDER_NOT_COVERED: 'file',
  PATTERN_INVALID: 'file',
  LIMIT_NOT_ENFORCEABLE: 'limit',
  COMMAND_MISSING: 'command',
  COMMAND_RESTRICTIONS_INVALID: 'command',
  COMMAND_ANALYSER_MISSING: 'command',
  COMMAND_UNREADABLE: 'command',
  COMMAND_DISALLOWED: 'command',
  COMMAND_NOT_ALLOWED: 'command',
  COMMAND_FILE_UNKNOWN: 'command',
  COMMAND_FILE_PROTECTED: 'command',
  MCP_IDENTITY_MISSING: 'identity',
  MCP_IDENTITY_MISMATCH: 'identity',
  MCP_RESTRICTIONS_INVALID: 'restrictions',
  MCP_SERVER_UNKNOWN: 'entry',
  MCP_SERVER_INVALID: 'entry',
  MCP_SERVER_DISABLED: 'entry',
  MCP_SERVER_DISALLOWED: 'server',
  MCP_SERVER_NOT_ALLOWED: 'server',
  MCP_SERVER_NOT_ENABLED: 'server',
  MCP_TOOL_DISABLED: 'entry',
  MCP_TOOL_DISALLOWED: 'mcp-tool',
  MCP_TOOL_NOT_ALLOWED: 'mcp-tool',
  TIME_UNKNOWN: 'circumstance',
  OUTSIDE_SCHEDULE: 'circumstance',
  CONTEXT_UNKNOWN: 'circumstance',
  CONTEXT_MISMATCH: 'circumstance',
  CONSENT_REQUIRED: 'consent',
  EVALUATION_FAILED: 'evaluation',
} as const satisfies Readonly<Record<string, RefusalKind>>;

/** Code of a refusal: the reason why a call is refused. */
export type RefusalCode = keyof typeof refusalKinds;

/** Every refusal code. */
export const refusalCodes = Object.keys(refusalKinds) as readonly RefusalCode[];

/** An allowed call, with the rule that allows it. */
export interface Allowance {
  readonly allowed: true;
  readonly by: RuleReference;
}

/** A refused call: a code, a sentence on which a model or a person can act, and the rule that refuses the call. */
export interface Refusal {
  readonly allowed: false;
  readonly code: RefusalCode;
  /** Subject of the refusal, as in {@link refusalKinds}. */
  readonly kind: RefusalKind;
  readonly reason: string;
  readonly by: RuleReference;
}

/** Decision on a request; a plain value that can be stored and serialised. */
export type Decision = Allowance | Refusal;

/** A question for a person, and the rule that requires it to be asked. */
export interface ConsentQuestion {
  /** Sentence that describes what would happen. */
  readonly reason: string;
  readonly by: RuleReference;
}

/**
 * A call that is allowed only if a person consents to all of it. Its code is `CONSENT_REQUIRED`; a caller that cannot
 * ask for consent treats it like any other refusal.
 */
export interface ConsentRequest extends Refusal {
  readonly questions: readonly ConsentQuestion[];
}

/** True if a call needs only a person's consent in order to be allowed. */
export function needsConsent(decision: Decision): decision is ConsentRequest {
  return !decision.allowed && decision.kind === 'consent';
}

/** @internal True if a call is allowed, with or without a person's consent. */
export function isOpen(decision: Decision): boolean {
  return decision.allowed || needsConsent(decision);
}

/** Creates a refusal. */
export function refuse(code: RefusalCode, by: RuleReference, reason: string): Refusal {
  return Object.freeze({ allowed: false, code, kind: refusalKinds[code], reason, by });
}

/** Returns the decision that allows the call, or a request for consent if there are questions. */
export function askFor(allowance: Decision, questions: readonly ConsentQuestion[]): Decision {
  const [first] = questions;
  if (first === undefined || !allowance.allowed) return allowance;
  const reason = `This call needs a person's consent. ${questions.map((question) => question.reason).join(' ')}`;
  const request: ConsentRequest = { ...refuse('CONSENT_REQUIRED', first.by, reason), questions };
  return Object.freeze(request);
}

/** Creates a decision that allows a call. */
export function allow(by: RuleReference): Allowance {
  return Object.freeze({ allowed: true, by });
}

/** Creates the reference to a fixed rule. */
export function defaultRule(rule: DefaultRule, mode?: string): RuleReference {
  const pointer = `/${rule}`;
  return Object.freeze(mode === undefined ? { layer: 'default', pointer } : { layer: 'default', pointer, mode });
}

/** Formats a rule reference for people: `project .roomodes:12 (/customModes/0/groups/1)`. */
export function formatRule(by: RuleReference): string {
  if (by.layer === 'default') {
    // The full stop is removed, because the result is part of the caller's sentence.
    const text = defaultRules[by.pointer.slice(1) as DefaultRule]?.replace(/\.$/, '');
    return `built-in rule ${by.pointer.slice(1)}${text === undefined ? '' : `: ${text}`}`;
  }
  // The list of built-in modes is not in any of the user's files.
  if (by.layer === 'builtin' && by.mode !== undefined)
    return `built-in mode ${by.mode} (${by.pointer.replace(/^\/customModes\/\d+(?=\/)/, '')})`;
  const place = by.file === undefined ? '' : ` ${by.file}${by.line === undefined ? '' : `:${by.line}`}`;
  return `${by.layer}${place}${by.pointer === '' ? '' : ` (${by.pointer})`}`;
}
