import { print, printLines } from '@modegate/cli-kit';
import { formatRule } from '@modegate/mode-core';
import {
  type Bypass,
  describeEnforcement,
  describeRow,
  findBypasses,
  formatSubject,
  type PermissionMatrix,
  type PermissionRow,
  permissionMatrix,
  subjectKey,
} from '@modegate/policy-check/permissions';
import { escapeControls, escapedJson, escapeMarkdown } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type AgentFlags, readAgentFlags } from '../profiles/agent-circumstances.ts';
import { listTableLines } from '../profiles/matrix/list-table-lines.ts';
import { listTableMarkdown } from '../profiles/matrix/list-table-markdown.ts';
import { modeColumns } from '../profiles/matrix/mode-columns.ts';
import { describeProfiles, type ProfileMatrix, profileMatrix } from '../profiles/matrix/profile-matrix.ts';
import { profileTable } from '../profiles/matrix/profile-table.ts';
import { loadShownProfiles, type SubjectFlags, shownModes } from '../profiles/matrix/shown-profiles.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { exitCodeWithout, findUnreachable } from '../project/live/unreachable-servers.ts';
import { loadReachableProject } from '../project/load-project.ts';
import { refuseUnknownMode } from '../refuse-unknown-mode.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import type { matrixFormats } from './choices.ts';

/** Flags for `modegate matrix`. */
export interface MatrixFlags extends SettingsFlags, CircumstanceFlags, SubjectFlags, AgentFlags {
  readonly format?: (typeof matrixFormats)[number];
}

/**
 * Shows the permissions of every mode, the ways to bypass its restrictions, and the permissions in profiles of other
 * agents.
 */
export async function runMatrix(flags: MatrixFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReachableProject(settings);
  const { policy, inventory, unanswered } = project;
  for (const mode of flags.mode ?? []) refuseUnknownMode(mode, policy);
  const { loaded, notes } = await loadShownProfiles(settings, project, flags);
  const modes = shownModes(project, flags, loaded);
  const circumstances = readCircumstanceFlags(flags);
  const matrix = permissionMatrix(policy, { inventory, circumstances, modes });
  const asked = new Set(matrix.modes);
  const escapes = asked.size === 0 ? [] : findBypasses(policy, { inventory, circumstances });
  const profiles = await profileMatrix(loaded, readAgentFlags({ platform: 'linux', ...flags }));
  await printers[flags.format ?? 'table']({
    matrix,
    escapes: escapes.filter(({ mode }) => asked.has(mode)),
    profiles,
    notes,
  });
  const missed = findUnreachable({ policy, unanswered }, { modes, circumstances });
  return exitCodeWithout(missed, exitCodes.clean);
}

/** Contents of the printed matrix. */
interface Permissions {
  readonly matrix: PermissionMatrix;
  readonly escapes: readonly Bypass[];
  readonly profiles: ProfileMatrix;
  /** Sentences about omitted profiles. */
  readonly notes: readonly string[];
}

type Printer = (permissions: Permissions) => void | Promise<void>;

const printers: Readonly<Record<(typeof matrixFormats)[number], Printer>> = {
  table: printTables,
  markdown: printMarkdown,
  csv: (permissions) => printLines(listCsv(permissions)),
  json: (permissions) => printLines(listJson(permissions)),
};

const signs: Readonly<Record<PermissionRow['state'], string>> = {
  allowed: '✓',
  limited: '~',
  asks: '!',
  unknown: '?',
  denied: '·',
};

/** Arranges rows by subject, so that the modes are side by side. */
function bySubject({ rows }: PermissionMatrix) {
  const groups = Map.groupBy(rows, ({ subject }) => subjectKey(subject));
  return [...groups.values()].map((group) => ({
    subject: (group[0] as PermissionRow).subject,
    // The first row of a mode counts.
    states: new Map(group.toReversed().map(({ mode, state }) => [mode, state])),
  }));
}

function printTables({ matrix, escapes, profiles, notes }: Permissions): void {
  if (matrix.modes.length > 0) printTable(matrix, escapes);
  if (profiles.columns.length === 0) return;
  if (matrix.modes.length > 0) print(`\n${styledAs('heading', 'Beside other agents')}\n`);
  const table = profileTable(profiles, modeColumns(matrix, profiles.rows));
  for (const line of listTableLines(table, process.stdout.columns ?? usualWidth)) print(line);
  for (const note of notes) print(styledAs('faint', note));
}

/** Width, in columns, of output that does not go to a terminal. */
const usualWidth = 120;

const legend = '✓ allowed  ~ with conditions  ! asks a person  ? depends on the name, or is not known  · denied';

function printTable(matrix: PermissionMatrix, escapes: readonly Bypass[]): void {
  const groups = bySubject(matrix);
  const names = groups.map(({ subject }) => escapeControls(formatSubject(subject)));
  const width = Math.max(0, ...names.map((name) => name.length));
  const modes = matrix.modes.map(escapeControls);
  print(styledAs('heading', `${' '.repeat(width)}  ${modes.join('  ')}`));
  for (const [index, { states }] of groups.entries()) {
    const cells = matrix.modes.map((mode, column) => {
      const state = states.get(mode) ?? 'denied';
      const room = (modes[column] ?? '').length;
      return colour(state, signs[state].padEnd(room));
    });
    print(`${(names[index] ?? '').padEnd(width)}  ${cells.join('  ')}`.trimEnd());
  }
  print(`\n${styledAs('faint', legend)}`);
  if (matrix.commandEnforcement !== undefined) print(styledAs('faint', describeEnforcement(matrix.commandEnforcement)));
  const limits = describeLimits(matrix);
  if (limits.length > 0) print();
  for (const limit of limits) print(escapeControls(`  ~ ${limit}`));
  if (escapes.length > 0) print(`\n${styledAs('heading', 'Ways around')}`);
  for (const way of escapes) print(`  ${styledAs('warning', way.kind)} ${escapeControls(way.message)}`);
}

/** Reports several tools of a mode on a single line if they have the same conditions. */
function describeLimits({ rows }: PermissionMatrix): readonly string[] {
  const limited = rows
    .filter(({ state, conditions }) => state === 'limited' && conditions.length > 0)
    .map((row) => ({ mode: row.mode, name: formatSubject(row.subject), limit: describeRow(row) }));
  return [...Map.groupBy(limited, ({ mode, limit }) => JSON.stringify([mode, limit])).values()].map((group) => {
    const names = group.map(({ name }) => name).join(', ');
    return `${group[0]?.mode}: ${names}: ${group[0]?.limit}`;
  });
}

function colour(state: PermissionRow['state'], text: string): string {
  if (state === 'allowed') return styledAs('success', text);
  return state === 'denied' ? styledAs('faint', text) : styledAs('warning', text);
}

function printMarkdown({ matrix, escapes, profiles, notes }: Permissions): void {
  if (matrix.modes.length > 0) printModesMarkdown(matrix, escapes);
  if (profiles.columns.length === 0) return;
  if (matrix.modes.length > 0) print();
  for (const line of listTableMarkdown(profileTable(profiles))) print(line);
  for (const note of notes) print(`\n${escapeMarkdown(note)}`);
}

function printModesMarkdown(matrix: PermissionMatrix, escapes: readonly Bypass[]): void {
  print(`| | ${matrix.modes.map(escapeMarkdown).join(' | ')} |`);
  print(`|---|${matrix.modes.map(() => '---|').join('')}`);
  for (const { subject, states } of bySubject(matrix)) {
    const cells = matrix.modes.map((mode) => {
      const state = states.get(mode) ?? 'denied';
      return state === 'denied' ? '' : state;
    });
    print(`| ${escapeMarkdown(formatSubject(subject))} | ${cells.join(' | ')} |`);
  }
  if (matrix.commandEnforcement !== undefined)
    print(`\n${escapeMarkdown(describeEnforcement(matrix.commandEnforcement))}`);
  if (escapes.length > 0) print('\nWays around:\n');
  for (const way of escapes) print(`- ${escapeMarkdown(way.message)}`);
}

/** Yields one element at a time, because the text of ten thousand modes exceeds the maximum length of a string. */
function* listJson({ matrix: { rows, ...matrix }, escapes, profiles }: Permissions): Iterable<string> {
  yield `${escapedJson({ version: 1, ...matrix }, 2).replace(/\n\}$/, '')},`;
  yield* listElements('rows', rows, ',');
  yield* listElements('escapes', escapes, ',');
  yield* listElements('profiles', describeProfiles(profiles), '');
  yield '}';
}

function* listElements(name: string, list: readonly object[], end: string): Iterable<string> {
  yield list.length === 0 ? `  "${name}": []${end}` : `  "${name}": [`;
  for (const [index, one] of list.entries()) {
    const text = `    ${escapedJson(one, 2).replaceAll('\n', '\n    ')}`;
    yield index === list.length - 1 ? `${text}\n  ]${end}` : `${text},`;
  }
}

function* listCsv({ matrix: { rows }, profiles }: Permissions): Iterable<string> {
  yield 'subject,kind,server,tool,state,conditions,code,rule';
  for (const { mode, subject, state, conditions, code, by } of rows) {
    const server = 'server' in subject ? subject.server : '';
    const kinds = conditions.map(({ kind }) => kind).join(' ');
    yield [mode, subject.kind, server, nameOf(subject), state, kinds, code ?? '', formatRule(by)]
      .map(csvCell)
      .join(',');
  }
  for (const { name, cells } of describeProfiles(profiles))
    for (const { kind, server = '', state, words, tools } of cells) {
      const names = tools.map(({ tool }) => tool).join(' ');
      yield [name, kind, server, names, state, words.join('; '), '', ''].map(csvCell).join(',');
    }
}

function nameOf(subject: PermissionRow['subject']): string {
  if (subject.kind === 'group') return subject.group;
  if (subject.kind === 'command') return subject.command;
  return 'tool' in subject ? subject.tool : '';
}

/** Formats a cell according to RFC 4180, without anything that a spreadsheet would execute. */
function csvCell(text: string): string {
  const plain = escapeControls(text);
  const safe = /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
