import { isAbsolute } from 'node:path';
import {
  applyFixes,
  applyFixesWithoutGrants,
  describeDiff,
  type Finding,
  type GrantingFix,
  type NarrowFixedFiles,
} from '@modegate/policy-check';
import { printable } from '@modegate/policy-check/reporters';
import { print } from '@modegate/program-shell';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { LoadedProject } from '../project/load-project.ts';
import { policiesWith } from '../project/policies-with.ts';
import { styled } from '../report-style.ts';
import { resolveSettings, type Settings, type SettingsFlags } from '../settings.ts';
import { checkProject } from './check-project.ts';
import { replaceText } from './write-text.ts';

/** Flags of `modegate fix`. */
export interface FixFlags extends SettingsFlags {
  readonly dryRun?: boolean;
  readonly unsafe?: boolean;
  readonly allowGrants?: boolean;
}

/** Each pass may uncover what the next one repairs; more than this would be two rules that undo each other. */
const maxPasses = 10;

/**
 * Repairs what can be repaired, and leaves out what would grant something, unless that is asked for. Files of the user are left alone.
 * Returns 1 when a dry run would change something.
 */
export async function runFix(path: string | undefined, { dryRun = false, ...flags }: FixFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags, path);
  const left = new Map<string, GrantingFix>();
  let total = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    const { project, result } = await checkProject(settings);
    const before = textsOf(project);
    const open = result.findings.filter((finding) => isOwn(finding, before) && !left.has(keyOf(finding)));
    const { files, applied, granting } = repair(before, open, { project, settings, flags });
    for (const granted of granting) left.set(keyOf(granted.finding), granted);
    for (const finding of applied) print(printable(describeFix(finding)));
    total += applied.length;
    if (dryRun || (applied.length === 0 && granting.length === 0)) break;
    await writeFiles(files, before, { project, settings });
  }
  for (const granted of left.values()) print(printable(describeLeft(granted)));
  const what = `${total} ${total === 1 ? 'finding' : 'findings'}`;
  const rest = left.size === 0 ? '' : `, ${left.size} left out for what the fix would grant (--allow-grants)`;
  print(styled(total > 0 ? 'success' : 'faint', `${what} ${dryRun ? 'would be fixed' : 'fixed'}${rest}`));
  return dryRun && total > 0 ? exitCodes.findings : exitCodes.clean;
}

type Texts = Readonly<Record<string, string>>;

interface Loaded {
  readonly project: LoadedProject;
  readonly settings: Settings;
}

function isOwn({ fix }: Finding, own: Texts): boolean {
  return fix?.edits.every(({ file }) => own[file] !== undefined) ?? false;
}

/** The same for the same repair of the same place, in every pass. */
function keyOf({ fingerprint, fix }: Finding): string {
  return `${fingerprint} ${fix?.description ?? ''}`;
}

function repair(
  before: Texts,
  findings: readonly Finding[],
  { project, settings, flags }: Loaded & { readonly flags: FixFlags },
): Omit<NarrowFixedFiles, 'skipped'> {
  const isUnsafeAllowed = flags.unsafe ?? false;
  if (flags.allowGrants ?? false) return { ...applyFixes(before, findings, { isUnsafeAllowed }), granting: [] };
  const { inventory } = project;
  const policiesOf = (texts: Texts) =>
    policiesWith(project, texts, settings.disabledTools).map((policy) => ({ policy, inventory }));
  return applyFixesWithoutGrants(before, findings, { isUnsafeAllowed, policiesOf });
}

async function writeFiles(files: Texts, before: Texts, { project, settings }: Loaded): Promise<void> {
  for (const [file, text] of Object.entries(files))
    if (text !== before[file])
      await replaceText({ path: project.paths.get(file) ?? file, before: before[file] ?? '', text }, settings.place);
}

function describeFix({ location, rule, fix }: Finding): string {
  return `${location.file}:${location.line}:${location.column}: ${rule} ${fix?.description ?? ''}`;
}

const maxShown = 300;

function describeLeft({ finding, grants }: GrantingFix): string {
  const all = describeDiff({ changes: grants, addedModes: [], removedModes: [] }).join(' ');
  const words = all.length > maxShown ? `${all.slice(0, maxShown)}…` : all || 'Too many fixes grant something.';
  return `${describeFix(finding)} Left out, since it may grant: ${words}`;
}

/** The files of the project itself. */
function textsOf({ sources }: LoadedProject): Texts {
  const own = sources.filter(({ layer, path }) => layer === 'project' && !isAbsolute(path));
  return Object.fromEntries(own.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text]])));
}
