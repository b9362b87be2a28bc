import type { ModeProblem, Policy } from '@modegate/mode-core';
import type { RuleId, Severity } from '../source/finding.ts';
import { formatKeys } from './format-keys.ts';
import { isSuppressionKey } from './suppression-key.ts';
import type { CheckedModesFile, CheckedServersFile, FileProblem, Workspace } from './workspace.ts';

type Sources = Pick<Workspace, 'modeFiles' | 'serverFiles' | 'policy' | 'settingsFile'>;

/** Lists the problems found while the files were read, each under exactly one rule. */
export function listFileProblems(sources: Sources): readonly FileProblem[] {
  const { modeFiles, serverFiles, policy } = sources;
  return [
    ...modeFiles.flatMap((file) =>
      [...file.parsed.problems, ...inheritanceProblems(policy, file)].flatMap((problem) => classify(file, problem)),
    ),
    ...serverFiles.flatMap(classifyServerProblems),
    ...policy.problems.flatMap((problem) => classifyCompiled(sources, problem)),
  ];
}

/**
 * Finds problems that appear only when the layers are combined: a missing or broken parent, and cycles. A mode with
 * such a problem refuses everything.
 */
function inheritanceProblems(policy: Policy, { file, parsed }: CheckedModesFile): readonly ModeProblem[] {
  const key = ({ code, pointer }: ModeProblem) => `${code}\n${pointer}`;
  const told = new Set(parsed.problems.map(key));
  return policy.problems.filter(
    (problem) => problem.file === file && problem.code.startsWith('EXTENDS_') && !told.has(key(problem)),
  );
}

/**
 * Rule for each problem code. A code that is not listed, for instance a new one, is reported under `schema-violation`;
 * `undefined` leaves the code to the rules that check for it themselves, or to no rule if it is harmless.
 */
const rulesOfCodes = new Map<string, RuleId | undefined>([
  ...listCodes('M001', 'FILE_UNREADABLE FILE_SYNTAX FILE_TOO_LARGE DUPLICATE_KEY CHARACTERS_CLEANED'),
  ['LIMIT_MISPLACED', 'M004'],
  ['SLUG_DUPLICATE', 'M005'],
  ['SLUG_INVALID', 'M006'],
  ['GROUP_DUPLICATE', 'M007'],
  ['GROUP_UNKNOWN', 'M008'],
  ...listCodes(
    undefined,
    'PATTERN_INVALID PATTERN_UNSUPPORTED PATTERN_TOO_LARGE PATTERN_EMPTY PATTERN_NOT_ENFORCEABLE RESTRICTION_CONFLICT RESTRICTIONS_DISAGREE RESTRICTION_SERVER_UNKNOWN RESTRICTION_TOOL_UNKNOWN MODE_SHADOWED RULES_UNREADABLE',
  ),
  // Every client overwrites `source` when it loads the file.
  ['SOURCE_MISMATCH', undefined],
]);

function listCodes(rule: RuleId | undefined, codes: string): readonly (readonly [string, RuleId | undefined])[] {
  return codes.split(' ').map((code) => [code, rule]);
}

function classify(file: CheckedModesFile, problem: ModeProblem): readonly FileProblem[] {
  const { code, pointer, mode } = problem;
  const rule = rulesOfCodes.has(code) ? rulesOfCodes.get(code) : ruleOfShape(problem);
  if (rule === undefined || isSuppressionKey(pointer)) return [];
  const position = { line: problem.line ?? 1, column: problem.column ?? 1 };
  const hasOwnPosition = rule === 'M001';
  const location = hasOwnPosition ? file.locateLine(position, pointer) : file.locate(pointer);
  const severity = severityOf(file, problem);
  return [{ rule, code, modesFile: file, problem: { message: problem.message, location, mode, severity } }];
}

/**
 * Assigns rules to problems that appear only in the complete policy: names in the settings, unreadable command rules,
 * and slugs that are nearly the same as in another layer.
 */
function classifyCompiled(
  { settingsFile, modeFiles }: Sources,
  { code, message, pointer, file, mode }: ModeProblem,
): readonly FileProblem[] {
  if (code === 'DISABLED_TOOL_UNKNOWN' && settingsFile !== undefined) {
    const location = settingsFile.locate(pointer);
    return [{ rule: 'M002', code, problem: { message, location, severity: 'error' } }];
  }
  const modesFile = modeFiles.find((one) => one.file === file);
  if (code === 'COMMAND_RULE_INVALID' && modesFile !== undefined)
    return [{ rule: 'M002', code, problem: { message, location: modesFile.locate(pointer), mode, severity: 'error' } }];
  // The parser has already reported an unusable slug.
  if (code !== 'SLUG_AMBIGUOUS' || modesFile?.parsed.modes.some((one) => one.pointer === pointer) !== true) return [];
  const location = modesFile.locate(`${pointer}/slug`);
  return [{ rule: 'M006', code, problem: { message, location, mode, severity: 'error' } }];
}

/**
 * Returns the rule for problems that share a code but are reported by different rules: misspelt keys, values in the
 * wrong position, and values that are simply wrong.
 */
function ruleOfShape({ code, pointer }: ModeProblem): RuleId {
  if (code === 'KEY_UNKNOWN') return 'M003';
  // Reported at the key itself if only the key is wrong.
  if (code === 'GROUP_INVALID' && /\/groups\/\d+\/1\/[^/]+$/.test(pointer)) return 'M003';
  if (code === 'RESTRICTIONS_INVALID' && isUnknownKey(pointer)) return 'M003';
  return 'M002';
}

/**
 * True if a pointer into a mode leads to a key that is not part of the format: in the mode, in its restrictions or in
 * an entry of their lists.
 */
function isUnknownKey(pointer: string): boolean {
  const [, , , first = '', second, third, fourth] = pointer.split('/');
  if (second === undefined)
    return first !== 'schedule' && first !== 'when' && first !== 'extends' && !formatKeys.mode.includes(first);
  if (first !== 'mcpRestrictions' && first !== 'commandRestrictions') return false;
  const { [first]: restrictions, [`${first}Entry` as const]: entry } = formatKeys;
  return third === undefined ? !restrictions.includes(second) : fourth !== undefined && !entry.includes(fourth);
}

function severityOf({ text }: CheckedModesFile, { code, severity }: ModeProblem): Severity {
  // A YAML reader rejects the file; a JSON reader uses the last value.
  if (code === 'DUPLICATE_KEY') return /^\uFEFF*\s*[{[]/.test(text) ? 'warning' : 'error';
  return severity;
}

const serverRules = new Map<string, RuleId | undefined>([
  ...listCodes(
    'M001',
    'FILE_MISSING FILE_UNREADABLE FILE_TOO_LARGE FILE_ENCODING FILE_EMPTY SYNTAX_ERROR NESTING_TOO_DEEP PLAIN_JSON_REQUIRED DUPLICATE_KEY',
  ),
  // Including terms from another client that block something here, or that do not have the effect their author expects.
  ...listCodes('M003', 'KEY_FOREIGN KEY_MISSPELT KEY_UNKNOWN RULE_CLOSES RULES_ELSEWHERE'),
  ...listCodes(undefined, 'SHADOWED NAME_COLLISION'),
]);

function classifyServerProblems(file: CheckedServersFile): readonly FileProblem[] {
  // All errors after the first syntax error result from it.
  const syntax = file.problems.find(({ code }) => code === 'SYNTAX_ERROR');
  return file.problems.flatMap((problem) => {
    const { code, pointer, message, severity, server } = problem;
    if (code === 'SYNTAX_ERROR' && problem !== syntax) return [];
    const rule = serverRules.has(code) ? serverRules.get(code) : 'M002';
    // Informational problems concern only a key or a spelling that comes from another client.
    if (rule === undefined || severity === 'info' || isSuppressionKey(pointer)) return [];
    const location = file.locateLine(problem, pointer);
    return [{ rule, code, problem: { message, location, server, severity } }];
  });
}
