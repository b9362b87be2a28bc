import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError, print, printText } from '@modegate/cli-kit';
import { type CheckResult, countFindings, createBaseline } from '@modegate/policy-check';
import { findProject, showPath } from '@modegate/policy-check/node';
import {
  isFailing,
  type ReportContext,
  type ReportFormat,
  reporters,
  reportFormats,
} from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { describeRead } from '../profiles/checked-profiles.ts';
import { type ListedFiles, workingFiles } from '../project/listed-files.ts';
import { exitCodeWithout, refuseToWrite } from '../project/live/unreachable-servers.ts';
import { projectRootOf } from '../project/project-of-file.ts';
import { withUnsavedTexts } from '../project/unsaved-texts.ts';
import { readWhole } from '../read-whole.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type Settings, type SettingsFlags } from '../settings.ts';
import { version } from '../version.ts';
import { type CheckedProject, checkProject } from './check-project.ts';
import { writeText } from './write-text.ts';

/** Flags for `modegate check`. */
export interface CheckFlags extends SettingsFlags {
  readonly format?: ReportFormat;
  readonly output?: readonly string[];
  readonly exitZero?: boolean;
  /** True to also read the agent files of the user and the machine. */
  readonly withUser?: boolean;
  readonly writeBaseline?: string | true;
  /** Name under which the text on stdin will be saved; used if the path is `-`. */
  readonly stdinFilename?: string;
  readonly watch?: boolean;
}

/** Checks the projects that contain the paths, reports the findings, and returns the exit code. */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<ExitCode> {
  const outputs = (flags.output ?? []).map(readOutput);
  const isStdin = paths.includes('-') || flags.stdinFilename !== undefined;
  const projects = isStdin ? [await readStdinPart(paths, flags)] : await groupByProject(paths, flags);
  if (flags.writeBaseline !== undefined) return writeBaseline(projects, flags.writeBaseline);
  const checked: CheckedProject[] = [];
  // Projects are checked one at a time, because each may ask for permission to start servers.
  for (const part of projects) checked.push(await checkPart(part, flags));
  refuseNothing(checked);
  const result = mergeResults(checked.map((part) => part.result));
  const context = reportContextOf(checked);
  const place = checked[0]?.settings.place ?? findProject('.');
  for (const { format, file } of outputs) await writeText(resolve(file), reporters[format](result, context), place);
  const format = flags.format ?? (process.stdout.isTTY ? 'pretty' : 'concise');
  printText(reporters[format](result, format === 'pretty' ? { ...context, styled: styledAs } : context));
  if (format === 'pretty' || format === 'concise') for (const line of describeRead(checked)) print(line);
  const unanswered = checked.flatMap(({ project }) => project.unanswered);
  return exitCodeWithout(
    [...unanswered, ...unreadableFiles(checked)],
    exitCodeOf(result, context, flags.exitZero === true),
  );
}

interface ProjectPart {
  readonly settings: Settings;
  /** Absolute paths; undefined for all files of the project. */
  readonly only: readonly string[] | undefined;
  /** Project files. Default: the files as saved on disk. */
  readonly source?: ListedFiles;
}

/**
 * Groups paths by project, because paths in one project are checked together. A file path restricts the report to that
 * file; a folder path does not.
 */
async function groupByProject(paths: readonly string[], flags: CheckFlags): Promise<readonly ProjectPart[]> {
  const groups = new Map<string, ProjectPart>();
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const settings = await resolveSettings(flags, path);
    const { root } = settings.place;
    const files = statSync(path).isDirectory() ? undefined : [resolve(path)];
    const before = groups.get(root);
    const only = before === undefined ? files : before.only && files && [...before.only, ...files];
    groups.set(root, { settings, only });
  }
  return [...groups.values()];
}

/** Lists the settings of each project that contains one of the paths. */
export async function listProjects(paths: readonly string[], flags: CheckFlags): Promise<readonly Settings[]> {
  return (await groupByProject(paths, flags)).map(({ settings }) => settings);
}

/** Maximum size of a file. */
const maxStdinBytes = 4 * 1024 * 1024;

/** Reads the text on stdin in place of a file, which need not exist; uses the rest of the project as saved. */
async function readStdinPart(paths: readonly string[], flags: CheckFlags): Promise<ProjectPart> {
  const { stdinFilename, writeBaseline } = flags;
  if (stdinFilename === undefined || paths.length !== 1 || paths[0] !== '-')
    throw new AppError(
      'To check stdin, pass `-` as the only path, and use --stdin-filename <path> to specify the name of the file.',
    );
  if (writeBaseline !== undefined) throw new AppError('--write-baseline works only with files, not with stdin.');
  const file = resolve(stdinFilename);
  const settings = await resolveSettings({ projectRoot: projectRootOf(file), ...flags }, dirname(file));
  const reading = await readWhole(process.stdin, 'stdin', maxStdinBytes);
  if (!reading.ok) throw new AppError(`${reading.detail}.`);
  const { list } = workingFiles(settings.place);
  const source = withUnsavedTexts(settings.place, {
    textOf: (path) => (path === file ? reading.value : undefined),
    list,
  });
  return { settings, only: [file], source };
}

async function checkPart({ settings, only, source }: ProjectPart, { withUser }: CheckFlags): Promise<CheckedProject> {
  const checked = await checkProject(settings, { source, withUser });
  if (only === undefined) return checked;
  const names = only.map((path) => showPath(settings.place.repository, path));
  const read = new Set([...checked.project.paths.keys(), ...checked.agents.flatMap(({ texts }) => [...texts.keys()])]);
  const unknown = names.find((name) => !read.has(name));
  if (unknown !== undefined)
    throw new AppError(
      `modegate does not recognise ${unknown} as a modes file, an MCP server file or an agent's permission file. Expected .roomodes, .roo/mcp.json, .claude/settings.json or a similar file.`,
    );
  const findings = checked.result.findings.filter(({ location }) => names.includes(location.file));
  return { ...checked, result: { ...checked.result, findings, counts: countFindings(findings) } };
}

/** Rejects a run that checked nothing, because such a run must not be mistaken for a check. */
function refuseNothing(checked: readonly CheckedProject[]): void {
  if (checked.some(({ project, agents }) => project.paths.size + agents.length > 0)) return;
  const where = checked.map(({ settings }) => settings.place.root).join(', ');
  const unread = checked.flatMap((one) => one.unread).map((phrase) => ` Not read: ${phrase}.`);
  const hint =
    'Expected .roomodes, .roo/mcp.json, .claude/settings.json, opencode.json or a similar file; run `modegate init` to create one.';
  throw new AppError(`There is nothing to check in ${where}.${unread.join('')} ${hint}`);
}

function mergeResults(results: readonly CheckResult[]): CheckResult {
  const findings = results.flatMap((result) => result.findings);
  const rules = new Map(results.flatMap((result) => result.rules.map((rule) => [rule.id, rule])));
  const failures = results.flatMap((result) => result.failures);
  return { findings, counts: countFindings(findings), rules: [...rules.values()], failures };
}

/** Collects the project information that reports need in addition to the findings. */
export function reportContextOf(checked: readonly CheckedProject[]): ReportContext {
  const texts = new Map(
    checked.flatMap(({ project: { sources, settingsFile }, hookFaults }) =>
      [...sources, ...hookFaults, ...(settingsFile === undefined ? [] : [settingsFile])].flatMap(({ file, text }) =>
        text === undefined ? [] : [[file, text] as const],
      ),
    ),
  );
  const agentFiles = checked.flatMap(({ agents }) => agents.flatMap(({ texts: read }) => [...read.keys()]));
  return {
    version,
    files: [...new Set([...texts.keys(), ...agentFiles])],
    sourceText: (file) => texts.get(file),
    failOn: checked[0]?.settings.failOn,
    unevaluated: unreadableFiles(checked),
    hasBaseline: checked.some((one) => one.hasBaseline),
  };
}

/** Returns sentences about permission files that cannot be read; two agents may read the same file. */
function unreadableFiles(checked: readonly CheckedProject[]): readonly string[] {
  return [...new Set(checked.flatMap(({ agents }) => agents.flatMap(({ unreadable }) => unreadable)))];
}

/** Returns the exit code of a check; if `isZero` is true, findings, but not other problems, are treated as success. */
export function exitCodeOf(result: CheckResult, context: ReportContext, isZero: boolean): ExitCode {
  if (result.failures.length > 0) return exitCodes.internal;
  if (!isZero && result.findings.some((finding) => isFailing(finding, context))) return exitCodes.findings;
  return exitCodes.clean;
}

function readOutput(text: string): { readonly format: ReportFormat; readonly file: string } {
  const at = text.indexOf('=');
  const format = reportFormats.find((name) => name === text.slice(0, at));
  const file = text.slice(at + 1);
  if (at === -1 || format === undefined || file === '')
    throw new AppError(`--output expects <format>=<file> with one of ${reportFormats.join(', ')}; received '${text}'.`);
  return { format, file };
}

async function writeBaseline(projects: readonly ProjectPart[], wanted: string | true): Promise<ExitCode> {
  const [part, ...others] = projects;
  if (part === undefined || others.length > 0)
    throw new AppError('--write-baseline supports only one project at a time.');
  const file = wanted === true ? part.settings.baselineFile : resolve(wanted);
  if (file === undefined)
    throw new AppError("--write-baseline needs the name of a file, or the key 'baseline' in the settings.");
  const { project, result } = await checkProject(part.settings, { usesBaseline: false });
  refuseToWrite('The baseline was', project.unanswered);
  const baseline = createBaseline(result.findings);
  await writeText(file, `${JSON.stringify(baseline, null, 2)}\n`, part.settings.place);
  print(`Wrote ${baseline.findings.length} findings to ${file}`);
  return exitCodes.clean;
}
