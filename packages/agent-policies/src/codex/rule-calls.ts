import type { MatchedRule } from '../agent-answer.ts';
import { joinPath } from '../paths.ts';
import { type CodexDecision, type CodexPrefixRule, effectOf } from './codex-rules.ts';
import { splitWords } from './split-words.ts';
import type { StarlarkCall, StarlarkValue } from './starlark-literals.ts';

/** The reason why Codex does not load a rules file; the message is a noun phrase or a clause. */
export class RuleError extends Error {}

/** A rule for commands, with the commands in its examples. */
export interface PrefixRuleArguments {
  readonly kind: 'prefix_rule';
  readonly rule: CodexPrefixRule;
  readonly match: readonly (readonly string[])[];
  readonly notMatch: readonly (readonly string[])[];
}

/** Definition made by a call in a rules file. */
export type RuleArguments =
  | PrefixRuleArguments
  | { readonly kind: 'host_executable'; readonly name: string; readonly paths: readonly string[] }
  | { readonly kind: 'network_rule'; readonly rule: MatchedRule };

const parameters: Readonly<Record<string, readonly string[]>> = {
  prefix_rule: ['pattern', 'decision', 'match', 'not_match', 'justification', 'canonical_matching'],
  host_executable: ['name', 'paths'],
  network_rule: ['host', 'protocol', 'decision', 'justification'],
};

const networkProtocols = ['http', 'https', 'https_connect', 'http-connect', 'socks5_tcp', 'socks5_udp'];

/** Starlark's own functions, which have no effect but are not read either. */
const ownFunctions = new Set(
  'abs any all bool chr dict dir enumerate float getattr hasattr hash int len list max min ord range repr reversed sorted str tuple type zip'.split(
    ' ',
  ),
);

/** Classifies a call by its function: defined by Codex, by Starlark, or by neither. */
export function kindOfCall({ name }: StarlarkCall): 'rule' | 'own' | 'unknown' {
  if (Object.hasOwn(parameters, name)) return 'rule';
  return ownFunctions.has(name) ? 'own' : 'unknown';
}

/**
 * Reads a single call.
 *
 * @param place - File and line of the call.
 * @throws {RuleError} if Codex does not accept the call.
 */
export function readRuleCall(
  call: StarlarkCall,
  place: { readonly file: string; readonly line: number },
): RuleArguments {
  const names = Object.hasOwn(parameters, call.name) ? parameters[call.name] : undefined;
  if (names === undefined) throw new RuleError(`there is no function called ${call.name}`);
  const values = bindArguments(call, names);
  const rule = call.text.replaceAll(/\s+/g, ' ');
  if (call.name === 'host_executable') return readExecutable(values);
  const justification = readText(values, 'justification', 'optional');
  if (justification?.trim() === '') throw new RuleError('the justification is empty');
  if (call.name === 'network_rule') {
    const effect = effectOf[readNetworkRule(values)];
    return { kind: 'network_rule', rule: { rule, effect, ...place } };
  }
  const decision = readDecision(readText(values, 'decision', 'optional') ?? 'allow');
  const canonical = values.has('canonical_matching') ? values.get('canonical_matching') : false;
  if (typeof canonical !== 'boolean') throw new RuleError('canonical_matching is neither True nor False');
  return {
    kind: 'prefix_rule',
    rule: {
      pattern: readPattern(values.get('pattern')),
      decision,
      isDecided: values.has('decision'),
      justification,
      canonical,
      source: { rule, effect: effectOf[decision], ...place },
    },
    match: readExamples(values, 'match'),
    notMatch: readExamples(values, 'not_match'),
  };
}

type Values = ReadonlyMap<string, StarlarkValue>;

function bindArguments(call: StarlarkCall, names: readonly string[]): Values {
  if (call.positional.length > names.length) throw new RuleError(`too many arguments for ${call.name}`);
  const values = new Map(call.positional.map((value, index) => [names[index] ?? '', value]));
  for (const [name, value] of call.named) {
    if (!names.includes(name)) throw new RuleError(`${call.name} has no argument ${name}`);
    if (values.has(name)) throw new RuleError(`the argument ${name} is given twice`);
    values.set(name, value);
  }
  return values;
}

function readText(values: Values, name: string, need: 'optional' | 'required' = 'required'): string | undefined {
  const value = values.get(name);
  return value === undefined && need === 'optional' ? undefined : requireText(value, name);
}

function requireText(value: StarlarkValue | undefined, what: string): string {
  if (typeof value !== 'string') throw new RuleError(`${what} is not a string`);
  return value;
}

function readDecision(text: string): CodexDecision {
  if (text === 'allow' || text === 'prompt' || text === 'forbidden') return text;
  throw new RuleError(`the decision "${text}" is not one of allow, prompt and forbidden`);
}

function isList(value: StarlarkValue | undefined): value is readonly StarlarkValue[] {
  return Array.isArray(value);
}

function readPattern(value: StarlarkValue | undefined): CodexPrefixRule['pattern'] {
  if (!isList(value)) throw new RuleError('the pattern is not a list');
  if (value.length === 0) throw new RuleError('the pattern is empty');
  return value.map((element) => {
    if (typeof element === 'string') return [element];
    if (!isList(element)) throw new RuleError('an element of the pattern is neither a string nor a list of strings');
    if (element.length === 0) throw new RuleError('a list of alternatives is empty');
    return element.map((one) => requireText(one, 'an alternative'));
  });
}

function readExamples(values: Values, name: string): readonly (readonly string[])[] {
  const value = values.has(name) ? values.get(name) : [];
  if (!isList(value)) throw new RuleError(`${name} is not a list`);
  return value.map((example) => {
    const words = typeof example === 'string' ? splitWords(example) : readWords(example, name);
    if (words === undefined || words.length === 0)
      throw new RuleError(`an example in ${name} is empty or not a command`);
    return words;
  });
}

function readWords(value: StarlarkValue, name: string): readonly string[] {
  if (!isList(value)) throw new RuleError(`an example in ${name} is neither a string nor a list`);
  return value.map((word) => requireText(word, `a word in an example in ${name}`));
}

function readExecutable(values: Values): RuleArguments {
  const name = readText(values, 'name') ?? '';
  if (name === '' || name.includes('/') || name === '.' || name === '..')
    throw new RuleError(`"${name}" is not the bare name of a program`);
  const value = values.get('paths');
  if (!isList(value)) throw new RuleError('paths is not a list');
  const paths = value.map((path) => {
    if (typeof path !== 'string' || !path.startsWith('/'))
      throw new RuleError('a path in host_executable is not absolute');
    const normal = joinPath('/', path);
    if (normal.slice(normal.lastIndexOf('/') + 1) !== name)
      throw new RuleError(`the path "${path}" does not end in ${name}`);
    return normal;
  });
  return { kind: 'host_executable', name, paths };
}

function readNetworkRule(values: Values): CodexDecision {
  const host = (readText(values, 'host') ?? '').trim();
  const protocol = readText(values, 'protocol') ?? '';
  const decision = readText(values, 'decision') ?? '';
  if (host === '' || /[*\s/?#]/.test(host)) throw new RuleError(`"${host}" is not a single host name`);
  if (!networkProtocols.includes(protocol))
    throw new RuleError(`the protocol "${protocol}" is not one of ${networkProtocols.join(', ')}`);
  return decision === 'deny' ? 'forbidden' : readDecision(decision);
}
