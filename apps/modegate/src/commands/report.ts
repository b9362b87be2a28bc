import { basename, resolve } from 'node:path';
import { AppError, print, printError, printText } from '@modegate/cli-kit';
import {
  type Comparison,
  maxPictures,
  type ProfileReport,
  pictureMode,
  renderReport,
  reportStart,
} from '@modegate/policy-check/page';
import {
  type Bypass,
  diffPolicies,
  diffSettings,
  findBypasses,
  permissionMatrix,
  subjectKey,
} from '@modegate/policy-check/permissions';
import { readTextFile } from '@modegate/text-files';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { profileMatrix } from '../profiles/matrix/profile-matrix.ts';
import { describeColumns, profileTable, titleOf } from '../profiles/matrix/profile-table.ts';
import {
  loadShownProfiles,
  type ShownProfiles,
  type SubjectFlags,
  shownModes,
} from '../profiles/matrix/shown-profiles.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { exitCodeWithout, findUnreachable } from '../project/live/unreachable-servers.ts';
import { type LoadedProject, requireKnownTools } from '../project/load-project.ts';
import { refuseUnknownMode } from '../refuse-unknown-mode.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { version } from '../version.ts';
import { reportContextOf } from './check.ts';
import { type CheckedProject, checkProject } from './check-project.ts';
import { diffAgents, filesOf, loadSide, type Side } from './diff.ts';
import { writeText } from './write-text.ts';

/** Flags for `modegate report`. */
export interface ReportFlags extends SettingsFlags, CircumstanceFlags, SubjectFlags {
  readonly html?: string | true;
  readonly base?: string;
  readonly force?: boolean;
}

const defaultFile = 'modegate-report.html';

/**
 * Writes a page about the permissions of every mode. Findings do not make the command fail; returns 4 if any requested
 * information could not be determined.
 */
export async function runReport(flags: ReportFlags): Promise<ExitCode> {
  const { html = defaultFile } = flags;
  const name = html === true ? defaultFile : html;
  const settings = await resolveSettings(flags);
  if (name !== '-' && flags.force !== true) await refuseToReplace(name);
  const checked = await checkProject(settings);
  const { project } = checked;
  requireKnownTools(project);
  for (const slug of flags.mode ?? []) refuseUnknownMode(slug, project.policy);
  const shown = await loadShownProfiles(settings, project, flags);
  const modes = shownModes(project, flags, shown.loaded);
  const circumstances = readCircumstanceFlags(flags);
  const comparison = flags.base === undefined ? undefined : await compare(flags.base, checked, { ...flags, modes });
  const page = renderReport(
    describe(checked, { modes, circumstances, comparison, profiles: await profileReport(shown) }),
  );
  if (name === '-') printText(page);
  else {
    await writeText(resolve(name), page, settings.place);
    print(`Wrote ${name}`);
  }
  if (comparison?.state === 'failed') {
    printError(`The comparison with ${flags.base} failed: ${comparison.message}`);
    return exitCodes.unevaluated;
  }
  const missed = findUnreachable({ policy: project.policy, unanswered: project.unanswered }, { modes, circumstances });
  return exitCodeWithout(missed, exitCodes.clean);
}

/** A report may replace only an earlier report. */
async function refuseToReplace(name: string): Promise<void> {
  const existing = await readTextFile(resolve(name));
  if (existing.state === 'missing' || (existing.state === 'read' && existing.text.startsWith(reportStart))) return;
  throw new AppError(
    `${name} already exists and was not written by \`modegate report\`. Choose another name, or use --force to replace it.`,
  );
}

interface Wanted {
  readonly modes: readonly string[] | undefined;
  readonly circumstances: ReturnType<typeof readCircumstanceFlags>;
  readonly comparison: Comparison | undefined;
  readonly profiles: ProfileReport | undefined;
}

async function profileReport({ loaded, notes }: ShownProfiles): Promise<ProfileReport | undefined> {
  if (loaded.length === 0) return undefined;
  const { columns, rows } = profileTable(await profileMatrix(loaded, { platform: 'linux' }));
  return { columns: columns.map(titleOf), rows, notes: [...describeColumns(columns), ...notes] };
}

function describe(
  checked: CheckedProject,
  { modes, circumstances, comparison, profiles }: Wanted,
): Parameters<typeof renderReport>[0] {
  const { project, settings, result } = checked;
  const { policy, inventory, projectFiles: files } = project;
  const matrix = permissionMatrix(policy, { inventory, circumstances, modes });
  const ways = findBypasses(policy, { inventory, circumstances });
  return {
    project: basename(settings.place.root) || settings.place.root,
    version,
    modes: matrix.modes
      .slice(0, maxPictures)
      .map((mode) => pictureMode({ policy, mode, rows: matrix.rows, ways, files, circumstances })),
    matrix,
    profiles,
    result,
    context: reportContextOf([checked]),
    comparison,
    notes: matrix.modes.length === 0 ? [] : notesOn(project),
  };
}

function notesOn({ inventory, isLive, policy }: LoadedProject): readonly string[] {
  if (isLive) return ['The list of tools comes from the servers themselves.'];
  if (inventory !== undefined || policy.servers?.length === 0) return [];
  return [
    'The servers were not asked which tools they offer, so only tools that appear in a rule are shown. Run `modegate lock --live`, or add --live.',
  ];
}

/**
 * Compares the project with a revision or a folder, in the same way as `modegate diff`. A failure is included in the
 * report and does not stop it.
 */
async function compare(
  base: string,
  { project, settings }: CheckedProject,
  { modes, ...flags }: ReportFlags & Pick<Wanted, 'modes'>,
): Promise<Comparison> {
  const circumstances = readCircumstanceFlags(flags);
  const quiet = { ...settings, live: undefined };
  const { live: _live, ...quietFlags } = flags;
  try {
    const sides = [await loadSide(base, quiet, quietFlags), await loadSide(undefined, quiet, quietFlags)] as const;
    // The servers' current tools apply to both sides, and the lock is used for neither side.
    const [before, after] = sides.map((side) =>
      project.isLive ? { ...side, inventory: project.inventory } : side,
    ) as [Side, Side];
    const diff = diffPolicies(before, after, { circumstances, files: filesOf(before, after) });
    const newWays = waysWithout(waysOf(after, circumstances), waysOf(before, circumstances));
    const isShown = ({ mode }: { readonly mode: string }) => modes?.includes(mode) ?? true;
    const isOfModes = flags.mode !== undefined && flags.profile === undefined && flags.agent === undefined;
    return {
      state: 'compared',
      before: base,
      after: after.name,
      diff: { ...diff, changes: diff.changes.filter(isShown) },
      settings: diffSettings(before, after),
      profiles: isOfModes ? [] : (await diffAgents(before, after)).changes,
      newWays: newWays.filter(isShown),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'failed', before: base, message: error.message };
  }
}

function waysOf({ policy, inventory }: LoadedProject, circumstances: Wanted['circumstances']): readonly Bypass[] {
  return findBypasses(policy, { inventory, circumstances });
}

/** Returns the bypasses that did not exist before. */
function waysWithout(ways: readonly Bypass[], known: readonly Bypass[]): readonly Bypass[] {
  const byKey = Map.groupBy(known, keyOf);
  return ways.filter((way) => !byKey.get(keyOf(way))?.some((old) => covers(old, way)));
}

function keyOf({ kind, mode }: Bypass): string {
  return JSON.stringify([kind, mode]);
}

/** True if a bypass existed before, through the same tools or through some of them. */
function covers(old: Bypass, way: Bypass): boolean {
  const tools = new Set(old.through.map(subjectKey));
  return (
    way.through.every((subject) => tools.has(subjectKey(subject))) &&
    way.modes.every((mode) => old.modes.includes(mode))
  );
}
