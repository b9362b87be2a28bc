import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProfileChange } from '@modegate/agent-policies';
import { AppError, print } from '@modegate/cli-kit';
import type { ProjectFolders } from '@modegate/policy-check/node';
import {
  type ChangeKind,
  type ComparedSettings,
  describeDiff,
  diffPolicies,
  diffSettings,
  groupChanges,
  type PolicyDiff,
  type SettingChange,
} from '@modegate/policy-check/permissions';
import {
  escapeControls,
  escapedJson,
  escapeMarkdown,
  markdownWithCode,
  type ReportStyle,
} from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import {
  type DescribedChange,
  diffProfiles,
  directions,
  nameProfiles,
  type ProfileDifferences,
  placesOf,
} from '../profiles/diff-profiles.ts';
import { hasModeFiles } from '../profiles/matrix/shown-profiles.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { type ListedFiles, workingFiles } from '../project/listed-files.ts';
import { type LoadedProject, loadReadableProject } from '../project/load-project.ts';
import { revisionFiles } from '../project/revision-files.ts';
import { revisionSettings } from '../project/revision-settings.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type Settings, type SettingsFlags } from '../settings.ts';
import type { diffFailures, diffFormats } from './choices.ts';

/** Flags for `modegate diff`. */
interface DiffFlags extends Omit<SettingsFlags, 'failOn'>, CircumstanceFlags {
  readonly format?: (typeof diffFormats)[number];
  readonly failOn?: (typeof diffFailures)[number];
}

/**
 * Reports everything that each mode and each profile of another agent is permitted to do after a change but not before,
 * and vice versa. Returns 1 if the change grants a permission.
 */
export async function runDiff(before: string, after: string | undefined, flags: DiffFlags): Promise<ExitCode> {
  const { failOn = 'grant', format = 'text', ...rest } = flags;
  const settings = await resolveSettings(rest);
  const [first, second] = [await loadSide(before, settings, rest), await loadSide(after, settings, rest)];
  const agents = await diffAgents(first, second);
  // The built-in modes are irrelevant if another agent is used and the Roo family has no files.
  const hasModes = !agents.isUsed || hasModeFiles(first) || hasModeFiles(second);
  const diff: Differences = {
    ...(hasModes
      ? diffPolicies(first, second, { circumstances: readCircumstanceFlags(flags), files: filesOf(first, second) })
      : { changes: [], addedModes: [], removedModes: [] }),
    settings: diffSettings(first, second),
    profiles: agents.changes,
  };
  printers[format](diff, { before: first.name, after: second.name });
  return isFailing(diff, failOn) ? exitCodes.findings : exitCodes.clean;
}

/** Compares the permissions of other agents, which belong to a repository or to an explicitly specified folder. */
export async function diffAgents(before: Side, after: Side): Promise<ProfileDifferences> {
  const { root, repository } = after.place;
  if (root !== repository && after.source.kind === 'revision') return { changes: [], isUsed: false };
  return diffProfiles({ root, before: before.source, after: after.source });
}

interface Differences extends PolicyDiff {
  readonly settings: readonly SettingChange[];
  readonly profiles: readonly DescribedChange[];
}

/** A project with its files and the settings from its configuration. */
export interface Side extends LoadedProject {
  readonly settings: ComparedSettings;
  readonly place: ProjectFolders;
  readonly source: ListedFiles;
}

/** Returns every file that exists on either side; undefined if the files of one side are unknown. */
export function filesOf(first: LoadedProject, second: LoadedProject): readonly string[] | undefined {
  if (first.projectFiles === undefined || second.projectFiles === undefined) return undefined;
  return [...new Set([...first.projectFiles, ...second.projectFiles])];
}

/** Loads the project as it is in a revision or a folder; if no name is given, loads the project's current state. */
export async function loadSide(name: string | undefined, settings: Settings, flags: SettingsFlags): Promise<Side> {
  if (name === undefined) return { ...(await readSide(settings)), name: 'the working tree' };
  if (name.startsWith('-')) throw new AppError(`'${name}' is neither a revision nor a folder: it starts with '-'.`);
  if (/^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:[\\/]/.test(name)) return loadFolder(name, flags);
  try {
    const files = await revisionFiles(settings.place, name);
    const own = await revisionSettings(settings, flags, name);
    return await readSide(own, files);
  } catch (error) {
    const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isFolder) return loadFolder(name, flags);
    throw error;
  }
}

async function loadFolder(name: string, flags: SettingsFlags): Promise<Side> {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError(`${name} is not a folder. To specify a revision, remove './'.`);
  const settings = await resolveSettings({ ...flags, projectRoot: resolve(name) });
  return { ...(await readSide(settings)), name };
}

async function readSide(settings: Settings, source = workingFiles(settings.place)): Promise<Side> {
  return { ...(await loadReadableProject(settings, source)), settings, place: settings.place, source };
}

function isFailing({ changes, settings, profiles }: Differences, failOn: (typeof diffFailures)[number]): boolean {
  if (failOn === 'never') return false;
  const all = [...changes, ...settings, ...profiles];
  return failOn === 'any' ? all.length > 0 : all.some(({ mayGrant }) => mayGrant);
}

interface Sides {
  readonly before: string;
  readonly after: string;
}

const printers: Readonly<Record<(typeof diffFormats)[number], (diff: Differences, sides: Sides) => void>> = {
  text: printText,
  markdown: printMarkdown,
  json: (diff, sides) => print(escapedJson({ version: 1, ...sides, ...diff }, 2)),
};

const signs: Readonly<Record<ChangeKind, string>> = {
  gained: '+',
  widened: '+',
  changed: '~',
  narrowed: '-',
  lost: '-',
};

const directionWords: Readonly<
  Record<ProfileChange['direction'], readonly [sign: string, style: ReportStyle, word: string]>
> = {
  granted: ['+', 'error', 'grants'],
  unknown: ['?', 'warning', 'not settled'],
  tightened: ['-', 'success', 'takes away'],
  other: ['~', 'faint', 'changes'],
};

function printText(diff: Differences, { before, after }: Sides): void {
  const title = `${before} → ${after}`;
  if (diff.changes.length + diff.settings.length + diff.profiles.length === 0) {
    print(`${styledAs('success', 'No permission differs')}  ${escapeControls(title)}`);
    return;
  }
  print(styledAs('heading', escapeControls(title)));
  printProfiles(diff.profiles);
  for (const sentence of describeDiff(diff)) print(`  ${escapeControls(sentence)}`);
  if (diff.changes.length + diff.settings.length > 0) print();
  for (const { kind, message, mayGrant } of groupChanges(diff)) {
    const sign = mayGrant ? styledAs('error', signs[kind]) : styledAs('success', signs[kind]);
    print(`  ${sign} ${kind.padEnd(8)} ${escapeControls(message)}`);
  }
  for (const { message, mayGrant } of diff.settings)
    print(`  ${mayGrant ? styledAs('error', '+') : styledAs('success', '-')} setting  ${escapeControls(message)}`);
}

/** Prints the changes to agents' profiles, with a separate heading for each direction of change. */
function printProfiles(profiles: readonly DescribedChange[]): void {
  for (const direction of directions) {
    const changes = profiles.filter((change) => change.direction === direction);
    const [sign, style, word] = directionWords[direction];
    if (changes.length > 0) print(styledAs('faint', capitalised(word)));
    for (const { message } of changes) print(`  ${styledAs(style, sign)} ${escapeControls(message)}`);
  }
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A comment on GitHub is limited to 65,536 characters. */
const maxLength = 50_000;

function printMarkdown(diff: Differences, { before, after }: Sides): void {
  const all = [...diff.changes, ...diff.settings, ...diff.profiles];
  const grants = all.filter(({ mayGrant }) => mayGrant).length;
  const heading = all.length === 0 ? 'no permission differs' : `${grants} of ${all.length} changes grant permissions`;
  print(`### Modegate: ${heading}`);
  print(`\n${escapeMarkdown(before)} → ${escapeMarkdown(after)}`);
  if (all.length === 0) return;
  if (diff.profiles.length > 0) printTable('| | Who | What | Where |\n|---|---|---|---|', diff.profiles.map(toRow));
  if (diff.changes.length + diff.settings.length > 0) print();
  for (const { message } of diff.settings) print(`- ${escapeMarkdown(message)}`);
  for (const sentence of describeDiff(diff)) print(`- ${escapeMarkdown(sentence)}`);
  if (diff.changes.length === 0) return;
  print('\n<details><summary>Every change to a mode, with its rule</summary>');
  printTable(
    '| | What |\n|---|---|',
    groupChanges(diff).map(({ kind, message }) => `| ${kind} | ${escapeMarkdown(message)} |`),
  );
  print('\n</details>');
}

function toRow(change: DescribedChange): string {
  const [, , word] = directionWords[change.direction];
  const places = placesOf(change).map((place) => markdownWithCode(place.replace(/\S+$/, '`$&`')));
  const direction = change.mayGrant ? `**${word}**` : word;
  return `| ${direction} | ${escapeMarkdown(nameProfiles(change))} | ${markdownWithCode(change.what)} | ${places.join(', ')} |`;
}

/** Prints rows up to about half of a comment's maximum length, and states how many rows were omitted. */
function printTable(head: string, rows: readonly string[]): void {
  print(`\n${head}`);
  let length = 0;
  const shown = rows.filter((row) => {
    length += row.length + 1;
    return length <= maxLength / 2;
  });
  for (const row of shown) print(row);
  if (shown.length < rows.length) print(`| | ${rows.length - shown.length} more |`);
}
