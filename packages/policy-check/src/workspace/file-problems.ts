import type { ModeProblem, Policy } from '@modegate/mode-core';
import {
  commandReferenceSchema,
  commandRestrictionsSchema,
  mcpRestrictionsSchema,
  mcpToolReferenceSchema,
  modeConfigSchema,
} from '@modegate/mode-core/modes';
import type { RuleId, Severity } from '../source/finding.ts';
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
const rulesOfCodes: Readonly<Record<string, RuleId | undefined>> = {
  FILE_UNREADABLE: 'M001',
  FILE_SYNTAX: 'M001',
  FILE_TOO_LARGE: 'M001',
  DUPLICATE_KEY: 'M001',
  CHARACTERS_CLEANED: 'M001',
  KEY_UNKNOWN: 'M003',
  LIMIT_MISPLACED: 'M004',
  SLUG_DUPLICATE: 'M005',
  SLUG_INVALID: 'M006',
  GROUP_DUPLICATE: 'M007',
  GROUP_UNKNOWN: 'M008',
  PATTERN_INVALID: undefined,
  PATTERN_UNSUPPORTED: undefined,
  PATTERN_TOO_LARGE: undefined,
  PATTERN_EMPTY: undefined,
  PATTERN_NOT_ENFORCEABLE: undefined,
  RESTRICTION_CONFLICT: undefined,
  RESTRICTIONS_DISAGREE: undefined,
  RESTRICTION_SERVER_UNKNOWN: undefined,
  RESTRICTION_TOOL_UNKNOWN: undefined,
  MODE_SHADOWED: undefined,
  RULES_UNREADABLE: undefined,
  // Every client overwrites `source` when it loads the file.
  SOURCE_MISMATCH: undefined,
};

function classify(file: CheckedModesFile, problem: ModeProblem): readonly FileProblem[] {
  const { code, pointer, mode } = problem;
  const rule = code in rulesOfCodes && code !== 'KEY_UNKNOWN' ? rulesOfCodes[code] : ruleOfShape(problem);
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
    return first !== 'schedule' && first !== 'when' && first !== 'extends' && !modeKeys.has(first);
  const known = first === 'mcpRestrictions' ? mcpKeys : first === 'commandRestrictions' ? commandKeys : undefined;
  if (known === undefined) return false;
  return third === undefined ? !known.restrictions.has(second) : fourth !== undefined && !known.entry.has(fourth);
}

const modeKeys: ReadonlySet<string> = new Set(Object.keys(modeConfigSchema.shape));
const mcpKeys = {
  restrictions: new Set(Object.keys(mcpRestrictionsSchema.shape)),
  entry: new Set(Object.keys(mcpToolReferenceSchema.shape)),
};
const commandKeys = {
  restrictions: new Set(Object.keys(commandRestrictionsSchema.shape)),
  entry: new Set(Object.keys(commandReferenceSchema.shape)),
};

function severityOf({ text }: CheckedModesFile, { code, severity }: ModeProblem): Severity {
  // A YAML reader rejects the file; a JSON reader uses the last value.
  if (code === 'DUPLICATE_KEY') return /^\uFEFF*\s*[{[]/.test(text) ? 'warning' : 'error';
  return severity;
}

const serverRules: Readonly<Record<string, RuleId | undefined>> = {
  FILE_MISSING: 'M001',
  FILE_UNREADABLE: 'M001',
  FILE_TOO_LARGE: 'M001',
  FILE_ENCODING: 'M001',
  FILE_EMPTY: 'M001',
  SYNTAX_ERROR: 'M001',
  NESTING_TOO_DEEP: 'M001',
  PLAIN_JSON_REQUIRED: 'M001',
  DUPLICATE_KEY: 'M001',
  KEY_FOREIGN: 'M003',
  KEY_MISSPELT: 'M003',
  KEY_UNKNOWN: 'M003',
  // Terms from another client that deny something here, or that do not have the effect their author expects.
  RULE_CLOSES: 'M003',
  RULES_ELSEWHERE: 'M003',
  SHADOWED: undefined,
  NAME_COLLISION: undefined,
};

function classifyServerProblems(file: CheckedServersFile): readonly FileProblem[] {
  // All errors after the first syntax error result from it.
  const syntax = file.problems.find(({ code }) => code === 'SYNTAX_ERROR');
  return file.problems.flatMap((problem) => {
    const { code, pointer, message, severity, server } = problem;
    if (code === 'SYNTAX_ERROR' && problem !== syntax) return [];
    const rule = code in serverRules ? serverRules[code] : 'M002';
    // Informational problems concern only a key or a spelling that comes from another client.
    if (rule === undefined || severity === 'info' || isSuppressionKey(pointer)) return [];
    const location = file.locateLine(problem, pointer);
    return [{ rule, code, problem: { message, location, server, severity } }];
  });
}
