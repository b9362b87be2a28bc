import { formatRule } from '@modegate/mode-core';
import {
  describeRow,
  type Escape,
  findEscapes,
  formatSubject,
  type PermissionMatrix,
  type PermissionRow,
  permissionMatrix,
  subjectKey,
} from '@modegate/policy-check';
import { escapeMarkdown, printable, printableJson } from '@modegate/policy-check/reporters';
import { print } from '@modegate/program-shell';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CircumstanceFlags, readCircumstances } from '../project/circumstances.ts';
import { exitCodeWithout, missedBy } from '../project/live/unanswered.ts';
import { loadAnsweringProject } from '../project/load-project.ts';
import { refuseUnknownMode } from '../refuse-unknown-mode.ts';
import { styled } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import type { matrixFormats } from './choices.ts';

/** Flags of `modegate matrix`. */
export interface MatrixFlags extends SettingsFlags, CircumstanceFlags {
  readonly mode?: readonly string[];
  readonly format?: (typeof matrixFormats)[number];
}

/** Shows what every mode may do, and the ways around its limits. */
export async function runMatrix(flags: MatrixFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadAnsweringProject(settings);
  const { policy, inventory, unanswered } = project;
  const slugs = policy.modes.map(({ config }) => config.slug);
  for (const mode of flags.mode ?? []) refuseUnknownMode(mode, slugs);
  const circumstances = readCircumstances(flags);
  const matrix = permissionMatrix(policy, { inventory, circumstances, modes: flags.mode });
  const escapes = findEscapes(policy, { inventory, circumstances }).filter(({ mode }) => matrix.modes.includes(mode));
  printers[flags.format ?? 'table'](matrix, escapes);
  const missed = missedBy({ policy, unanswered }, { modes: flags.mode, circumstances });
  return exitCodeWithout(missed, exitCodes.clean);
}

type Printer = (matrix: PermissionMatrix, escapes: readonly Escape[]) => void;

const printers: Readonly<Record<(typeof matrixFormats)[number], Printer>> = {
  table: printTable,
  markdown: printMarkdown,
  csv: printCsv,
  json: (matrix, escapes) => print(printableJson({ version: 1, ...matrix, escapes }, 2)),
};

const signs: Readonly<Record<PermissionRow['state'], string>> = {
  allowed: '✓',
  limited: '~',
  unknown: '?',
  denied: '·',
};

/** Rows by subject, so that the modes are beside each other. */
function bySubject({ rows }: PermissionMatrix): readonly (readonly PermissionRow[])[] {
  const groups = new Map<string, PermissionRow[]>();
  for (const row of rows) {
    const key = subjectKey(row.subject);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

function printTable(matrix: PermissionMatrix, escapes: readonly Escape[]): void {
  const groups = bySubject(matrix);
  const names = groups.map(([row]) => (row === undefined ? '' : printable(formatSubject(row.subject))));
  const width = Math.max(0, ...names.map((name) => name.length));
  const modes = matrix.modes.map(printable);
  print(styled('heading', `${' '.repeat(width)}  ${modes.join('  ')}`));
  for (const [index, group] of groups.entries()) {
    const cells = matrix.modes.map((mode, column) => {
      const state = group.find((row) => row.mode === mode)?.state ?? 'denied';
      const room = (modes[column] ?? '').length;
      return colour(state, signs[state].padEnd(room));
    });
    print(`${(names[index] ?? '').padEnd(width)}  ${cells.join('  ')}`.trimEnd());
  }
  print();
  print(styled('faint', '✓ allowed  ~ with conditions  ? depends on the name, or is not known  · denied'));
  const limits = describeLimits(matrix);
  if (limits.length > 0) print();
  for (const limit of limits) print(printable(`  ~ ${limit}`));
  if (escapes.length > 0) print(`\n${styled('heading', 'Ways around')}`);
  for (const way of escapes) print(`  ${styled('warning', way.kind)} ${printable(way.message)}`);
}

/** Tools of one mode that hang on the same are reported in one line. */
function describeLimits({ rows }: PermissionMatrix): readonly string[] {
  const groups = new Map<string, { readonly mode: string; readonly limit: string; readonly names: string[] }>();
  for (const row of rows.filter(({ state, conditions }) => state === 'limited' && conditions.length > 0)) {
    const { mode, limit, names } = { mode: row.mode, limit: describeRow(row), names: [formatSubject(row.subject)] };
    const key = JSON.stringify([mode, limit]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { mode, limit, names });
    else group.names.push(...names);
  }
  return [...groups.values()].map(({ mode, limit, names }) => `${mode}: ${names.join(', ')}: ${limit}`);
}

function colour(state: PermissionRow['state'], text: string): string {
  if (state === 'allowed') return styled('success', text);
  return state === 'denied' ? styled('faint', text) : styled('warning', text);
}

function printMarkdown(matrix: PermissionMatrix, escapes: readonly Escape[]): void {
  print(`| | ${matrix.modes.map(escapeMarkdown).join(' | ')} |`);
  print(`|---|${matrix.modes.map(() => '---|').join('')}`);
  for (const group of bySubject(matrix)) {
    const [first] = group;
    if (first === undefined) continue;
    const cells = matrix.modes.map((mode) => {
      const row = group.find((one) => one.mode === mode);
      return row === undefined || row.state === 'denied' ? '' : row.state;
    });
    print(`| ${escapeMarkdown(formatSubject(first.subject))} | ${cells.join(' | ')} |`);
  }
  if (escapes.length > 0) print('\nWays around:\n');
  for (const way of escapes) print(`- ${escapeMarkdown(way.message)}`);
}

function printCsv({ rows }: PermissionMatrix): void {
  print('mode,kind,server,tool,state,conditions,code,rule');
  for (const { mode, subject, state, conditions, code, by } of rows) {
    const server = 'server' in subject ? subject.server : '';
    const tool = subject.kind === 'group' ? subject.group : 'tool' in subject ? subject.tool : '';
    const cells = [
      mode,
      subject.kind,
      server,
      tool,
      state,
      conditions.map(({ kind }) => kind).join(' '),
      code ?? '',
      formatRule(by),
    ];
    print(cells.map(csvCell).join(','));
  }
}

/** RFC 4180, and nothing that a spreadsheet would run. */
function csvCell(text: string): string {
  const plain = printable(text);
  const safe = /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
