import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ChangeKind, describeDiff, diffPolicies, groupChanges, type PolicyDiff } from '@modegate/policy-check';
import { escapeMarkdown, printable, printableJson } from '@modegate/policy-check/reporters';
import { AppError, print } from '@modegate/program-shell';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CircumstanceFlags, readCircumstances } from '../project/circumstances.ts';
import { type LoadedProject, loadReadableProject } from '../project/load-project.ts';
import { revisionFiles } from '../project/revision-files.ts';
import { styled } from '../report-style.ts';
import { resolveSettings, type Settings, type SettingsFlags } from '../settings.ts';
import type { diffFailures, diffFormats } from './choices.ts';

/** Flags of `modegate diff`. */
export interface DiffFlags extends Omit<SettingsFlags, 'failOn'>, CircumstanceFlags {
  readonly format?: (typeof diffFormats)[number];
  readonly failOn?: (typeof diffFailures)[number];
}

/** Tells what every mode may do after a change and could not before, and the other way round. Returns 1 when something is granted. */
export async function runDiff(before: string, after: string | undefined, flags: DiffFlags): Promise<ExitCode> {
  const { failOn = 'grant', format = 'text', ...rest } = flags;
  const settings = await resolveSettings(rest);
  const [first, second] = [await loadSide(before, settings, rest), await loadSide(after, settings, rest)];
  const diff = diffPolicies(first, second, {
    circumstances: readCircumstances(flags),
    files: filesOf(first, second),
  });
  printers[format](diff, { before: first.name, after: second.name });
  return isFailing(diff, failOn) ? exitCodes.findings : exitCodes.clean;
}

/** Every file that one of the two sides has; undefined where one of them is not known. */
export function filesOf(first: LoadedProject, second: LoadedProject): readonly string[] | undefined {
  if (first.projectFiles === undefined || second.projectFiles === undefined) return undefined;
  return [...new Set([...first.projectFiles, ...second.projectFiles])];
}

/** The project as a revision or a folder has it; as it is now when nothing is named. */
export async function loadSide(
  name: string | undefined,
  settings: Settings,
  flags: SettingsFlags,
): Promise<LoadedProject> {
  if (name === undefined) return { ...(await loadReadableProject(settings)), name: 'the working tree' };
  if (name.startsWith('-')) throw new AppError(`'${name}' is neither a revision nor a folder: it starts with '-'.`);
  if (/^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:[\\/]/.test(name)) return loadFolder(name, flags);
  try {
    return await loadReadableProject(settings, await revisionFiles(settings.place, name));
  } catch (error) {
    const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isFolder) return loadFolder(name, flags);
    throw error;
  }
}

async function loadFolder(name: string, flags: SettingsFlags): Promise<LoadedProject> {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError(`${name} is not a folder. Write a revision without './'.`);
  const settings = await resolveSettings({ ...flags, projectRoot: resolve(name) });
  return { ...(await loadReadableProject(settings)), name };
}

function isFailing({ changes }: PolicyDiff, failOn: (typeof diffFailures)[number]): boolean {
  if (failOn === 'never') return false;
  return failOn === 'any' ? changes.length > 0 : changes.some(({ mayGrant }) => mayGrant);
}

interface Sides {
  readonly before: string;
  readonly after: string;
}

const printers: Readonly<Record<(typeof diffFormats)[number], (diff: PolicyDiff, sides: Sides) => void>> = {
  text: printText,
  markdown: printMarkdown,
  json: (diff, sides) => print(printableJson({ version: 1, ...sides, ...diff }, 2)),
};

const signs: Readonly<Record<ChangeKind, string>> = {
  gained: '+',
  widened: '+',
  changed: '~',
  narrowed: '-',
  lost: '-',
};

function printText(diff: PolicyDiff, { before, after }: Sides): void {
  const title = `${before} → ${after}`;
  if (diff.changes.length === 0) {
    print(`${styled('success', 'No permission differs')}  ${printable(title)}`);
    return;
  }
  print(styled('heading', printable(title)));
  for (const sentence of describeDiff(diff)) print(`  ${printable(sentence)}`);
  print();
  for (const { kind, message, mayGrant } of groupChanges(diff)) {
    const sign = mayGrant ? styled('error', signs[kind]) : styled('success', signs[kind]);
    print(`  ${sign} ${kind.padEnd(8)} ${printable(message)}`);
  }
}

/** A comment on GitHub may have 65,536 characters. */
const maxLength = 50_000;

function printMarkdown(diff: PolicyDiff, { before, after }: Sides): void {
  const grants = diff.changes.filter(({ mayGrant }) => mayGrant).length;
  const heading =
    diff.changes.length === 0 ? 'no permission differs' : `${grants} of ${diff.changes.length} changes grant something`;
  print(`### Modegate: ${heading}`);
  print(`\n${escapeMarkdown(before)} → ${escapeMarkdown(after)}`);
  if (diff.changes.length === 0) return;
  print();
  for (const sentence of describeDiff(diff)) print(`- ${escapeMarkdown(sentence)}`);
  print('\n<details><summary>Every change, with its rule</summary>\n\n| | What |\n|---|---|');
  const rows = groupChanges(diff).map(({ kind, message }) => `| ${kind} | ${escapeMarkdown(message)} |`);
  let length = 0;
  const shown = rows.filter((row) => {
    length += row.length + 1;
    return length <= maxLength;
  });
  for (const row of shown) print(row);
  if (shown.length < rows.length) print(`| | ${rows.length - shown.length} more |`);
  print('\n</details>');
}
