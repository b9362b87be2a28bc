import { jsonPointer } from '@modegate/json';
import { lookUpVariable, type VariableValues } from './variable-values.ts';

/** A variable that was left as it is. Holds its name, never a value or a default. */
export interface VariableProblem {
  readonly code: 'variable-missing' | 'variable-input' | 'variable-unknown' | 'variable-too-large';
  readonly severity: 'warning' | 'info';
  readonly message: string;
  /** JSON pointer into the value that was given. */
  readonly pointer: string;
  readonly variable: string;
}

/** The longest text that all substitutions of one call may add up to, in UTF-16 units. */
const MAX_SUBSTITUTED_LENGTH = 4 * 1024 * 1024;

/** Problems beyond these are not listed: a reader needs no more, and a hostile file could hold a million. */
const MAX_REPORTED = 200;

/** The fields that decide who may do what: they mean what the file says, whatever the environment holds. */
const POLICY_KEYS: ReadonlySet<string> = new Set(['alwaysAllow', 'disabledTools', 'enabledTools']);

/**
 * Puts values in place of variables, in every string of a configuration.
 *
 * Known are `${workspaceFolder}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${/}`, `${env:NAME}`
 * with any name, and for some kinds `${NAME}` and `${NAME:-default}` (a set but empty variable is set). A value is taken
 * as it is: backslashes, quotes and line breaks survive, and a variable in a value is not expanded. Object keys and the
 * fields `alwaysAllow`, `disabledTools` and `enabledTools` are never touched. What has no value is left as written and reported. Pure.
 *
 * @returns A copy of the same structure, and what was left.
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
  // The walk returns what it was given with other strings in the same settingPositions.
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
  // Object.fromEntries defines own properties, so that a key "__proto__" stays a key.
  return Object.fromEntries(
    Object.entries(node).map(([key, item]) => [key, kept.has(key) ? item : mapStrings(item, [...path, key], mapping)]),
  );
}

// By hand and in one pass: a pattern would take quadratic time on "${${${…", and what was put in is not read again.
function substituteText(text: string, resolve: (variable: string) => string | undefined): string {
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
  'variable-input': 'is asked for by its client and has no value here',
  'variable-unknown': 'is not a variable of this client',
  'variable-too-large': 'would make the configuration larger than 4 MiB',
};

function problemOf(text: string, code: VariableProblem['code'], path: readonly string[]): VariableProblem {
  // A default can be a secret, so only the name goes into the message.
  const variable = (text.split(':-', 1)[0] ?? '').slice(0, 80);
  const message = `The variable "\${${variable}}" ${REASONS[code]} and is left as written.`;
  return {
    code,
    severity: code === 'variable-unknown' ? 'info' : 'warning',
    message,
    pointer: jsonPointer(...path),
    variable,
  };
}
