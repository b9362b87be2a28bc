import { jsonPointer } from '@modegate/json';
import { lookUpVariable, type VariableValues } from './variable-values.ts';

/** A variable that was not substituted. Contains the variable's name, never a value or a default. */
export interface VariableProblem {
  readonly code: 'variable-missing' | 'variable-input' | 'variable-unknown' | 'variable-too-large';
  readonly severity: 'warning' | 'info';
  readonly message: string;
  /** JSON pointer into the given value. */
  readonly pointer: string;
  readonly variable: string;
}

/** Maximum total length of all substitutions in one call, in UTF-16 units. */
const MAX_SUBSTITUTED_LENGTH = 4 * 1024 * 1024;

/** Maximum number of problems to list: nobody needs to read more, and a hostile file could contain a million. */
const MAX_REPORTED = 200;

/** Fields that determine permissions: their values are taken literally from the file, regardless of the environment. */
const POLICY_KEYS: ReadonlySet<string> = new Set(['alwaysAllow', 'disabledTools', 'enabledTools']);

/**
 * Substitutes variables in every string in a configuration.
 *
 * Supports `${workspaceFolder}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${/}`, `${env:NAME}`
 * with any name, and for some kinds `${NAME}` and `${NAME:-default}` (an empty variable is considered set). Values are
 * inserted unchanged: backslashes, quotes and line breaks are preserved, and variables in a value are not expanded.
 * Never changes object keys or the fields `alwaysAllow`, `disabledTools` and `enabledTools`. Variables without a value
 * stay unchanged and are reported. Pure function.
 *
 * @returns A copy with the same structure, and the variables that were not substituted.
 */
export function substituteVariables<Value>(
  value: Value,
  values: VariableValues,
): { readonly value: Value; readonly problems: readonly VariableProblem[] } {
  const problems: VariableProblem[] = [];
  let remaining = MAX_SUBSTITUTED_LENGTH;
  const resolve = (variable: string, path: readonly string[]): string | undefined => {
    const found = lookUpVariable(variable, values);
    if (found.state === 'value' && found.text.length <= remaining) {
      remaining -= found.text.length;
      return found.text;
    }
    const code = found.state === 'value' ? 'variable-too-large' : found.state;
    if (problems.length < MAX_REPORTED) problems.push(problemOf(variable, code, path));
    return undefined;
  };
  // The traversal returns the same structure with different strings.
  return {
    value: mapStrings(value, [], (text, path) => substituteText(text, (name) => resolve(name, path))) as Value,
    problems,
  };
}

type StringMapping = (text: string, path: readonly string[]) => string;

function mapStrings(node: unknown, path: readonly string[], mapping: StringMapping): unknown {
  if (typeof node === 'string') return mapping(node, path);
  if (Array.isArray(node)) return node.map((item, index) => mapStrings(item, [...path, String(index)], mapping));
  if (typeof node !== 'object' || node === null) return node;
  const kept = path.length === 0 ? POLICY_KEYS : new Set<string>();
  // Object.fromEntries defines own properties, so a key "__proto__" stays a key.
  return Object.fromEntries(
    Object.entries(node).map(([key, item]) => [key, kept.has(key) ? item : mapStrings(item, [...path, key], mapping)]),
  );
}

// Done manually and in one pass: a pattern would take quadratic time for "${${${…", and inserted values must not be
// scanned again.
/**
 * Replaces every `${…}` for which `resolve` returns a text. Scans manually, because a pattern would take quadratic time
 * for text that contains only "${".
 */
export function substituteText(text: string, resolve: (variable: string) => string | undefined): string {
  const parts: string[] = [];
  let from = 0;
  for (let open = text.indexOf('${'); open >= 0; open = text.indexOf('${', from)) {
    const close = text.indexOf('}', open + 2);
    if (close < 0) break;
    parts.push(text.slice(from, open), resolve(text.slice(open + 2, close)) ?? text.slice(open, close + 1));
    from = close + 1;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

const REASONS: Readonly<Record<VariableProblem['code'], string>> = {
  'variable-missing': 'has no value here',
  'variable-input': 'has no value here, because its client prompts for it',
  'variable-unknown': 'is not a variable of this client',
  'variable-too-large': 'would make the configuration larger than 4 MiB',
};

function problemOf(text: string, code: VariableProblem['code'], path: readonly string[]): VariableProblem {
  // A default can be a secret, so the message contains only the name.
  const variable = (text.split(':-', 1)[0] ?? '').slice(0, 80);
  const message = `The variable "\${${variable}}" ${REASONS[code]} and is left unchanged.`;
  return {
    code,
    severity: code === 'variable-unknown' ? 'info' : 'warning',
    message,
    pointer: jsonPointer(...path),
    variable,
  };
}
