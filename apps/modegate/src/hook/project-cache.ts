import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentName, renameMcpTools } from '@modegate/agent-hooks';
import { pruneOldFiles } from '@modegate/cli-kit';
import { compileParsedPolicy, type PolicyInput } from '@modegate/mode-core';
import type { CommandJudge } from '@modegate/mode-core/commands';
import type { CheckSettingsFile } from '@modegate/policy-check/node';
import { stateDir } from '../settings.ts';
import { circumstanceSources, type HookProjectOptions, ownFiles, type ReadHookProject } from './find-hook-project.ts';
import { isDeepEqual, parseWithMaps, stringifyWithMaps } from './json-with-maps.ts';
import { type FingerprintPaths, fingerprintOf, fingerprintPaths } from './project-fingerprint.ts';
import { deserializePolicy, type SerializedPolicy, serializePolicy } from './serialized-policy.ts';

/** The result of reading a project, and the state of everything on which that result depends. */
interface CachedProject {
  /** Identifies the program that read the project. */
  readonly program: string;
  readonly place: HookProjectOptions;
  readonly root: string;
  readonly settings: CheckSettingsFile;
  readonly sources: ReadHookProject['sources'];
  readonly places: FingerprintPaths;
  readonly stamp: string;
  readonly plain: SerializedPolicy;
}

/**
 * Loads a project for one call. YAML, JSON and their schemas are read only when the files have changed: the result is
 * cached in the user's folder and remains valid as long as all files keep the same identity, size and times.
 */
export async function loadCachedProject(
  given: HookProjectOptions,
  agent: AgentName,
  runsCommand: boolean,
): Promise<ReadHookProject> {
  // If the project is specified, the session's folder is irrelevant.
  const place = { ...given, cwd: given.projectRoot ?? given.cwd };
  const kept = readKept(place);
  if (kept !== undefined && fingerprintOf(kept.places).text === kept.stamp) {
    const commands = runsCommand && limitsCommands(kept) ? await loadJudge(kept) : undefined;
    return compileKept(kept, agent, commands);
  }
  const startedAt = Date.now();
  const { loadHookProject } = await import('./load-hook-project.ts');
  const seen: PolicyInput[] = [];
  const project = await loadHookProject(place, agent, (input) => seen.push(input));
  const places = fingerprintPaths(project, place);
  const stamp = fingerprintOf(places);
  if (seen[0] !== undefined && stamp.isSettled(startedAt)) keep({ place, project, places, stamp: stamp.text }, seen[0]);
  return project;
}

/** True if a mode has rules for commands, which account for most of the data that a call would have to load. */
function limitsCommands({ plain }: CachedProject): boolean {
  const { project, global } = plain.input;
  return [project, global].some((layer) => layer?.modes.some(({ config }) => config.commandRestrictions !== undefined));
}

async function loadJudge({ settings }: CachedProject): Promise<CommandJudge> {
  const { createHookCommandJudge } = await import('./hook-command-judge.ts');
  return createHookCommandJudge(settings.shell);
}

function compileKept(kept: CachedProject, agent: AgentName, commands: CommandJudge | undefined): ReadHookProject {
  const { root, settings, sources, plain } = kept;
  const { now, context } = circumstanceSources(root);
  const input = { ...deserializePolicy(plain), now, context, commands };
  const policy = compileParsedPolicy(input);
  const wirePolicy = () => compileParsedPolicy(renameMcpTools(agent, input));
  return { root, settings, policy, wirePolicy, sources, files: ownFiles({ root, sources }) };
}

// Another program may interpret the same text differently, so nothing is cached unless this program is the bundle.
const program = typeof __filename === 'string' ? identify(__filename) : undefined;

function identify(file: string): { readonly ino: number; readonly text: string } {
  const { size, mtimeMs, ino } = statSync(file);
  return { ino, text: [file, size, mtimeMs, ino, process.version].join() };
}

/** Programs that alternate, such as the hooks of two agents installed at different times, have separate files. */
function fileOf({ cwd, globalConfigDir }: HookProjectOptions): string {
  const name = encodeURIComponent(`${cwd}${globalConfigDir === undefined ? '' : `+${globalConfigDir}`}`);
  // Two long paths may share a file name; the file's content distinguishes them.
  return join(stateDir(), 'hooks', 'readings', `${name.slice(-180)}.${program?.ino.toString(36)}`);
}

/**
 * Reads the cached result; returns undefined unless the file is complete, was written by this program, and is writable
 * only by this user.
 */
function readKept(place: HookProjectOptions): CachedProject | undefined {
  try {
    const kept: CachedProject = parseWithMaps(readOwn(fileOf(place)).toString());
    return program !== undefined && kept.program === program.text && isDeepEqual(kept.place, place) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function readOwn(file: string): Buffer {
  // If a pipe were in the file's place, opening it would wait for a writer beyond the agent's time limit, after which
  // the agent allows the call.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    const isOthers = process.getuid !== undefined && (status.uid !== process.getuid() || (status.mode & 0o022) !== 0);
    if (isOthers || !status.isFile()) throw new Error('another user may have changed it');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

interface Reading extends Pick<CachedProject, 'place' | 'places' | 'stamp'> {
  readonly project: ReadHookProject;
}

/** Maximum number of cached results: enough for the projects in use; other projects are read again. */
const maxReadings = 200;

/**
 * Caches the result of reading a project. If this fails, the only consequence is that the next call reads everything
 * again.
 */
function keep({ place, project, places, stamp }: Reading, input: PolicyInput): void {
  const { root, settings } = project;
  const plain = serializePolicy(input);
  // A session may visit many folders within a project.
  if (program === undefined || plain === undefined || place.cwd !== root) return;
  try {
    const sources = project.sources.map(({ layer, path }) => ({ layer, path }));
    const kept: CachedProject = { program: program.text, place, root, settings, sources, places, stamp, plain };
    const text = stringifyWithMaps(kept);
    // Values that JSON cannot represent exactly are not cached.
    if (!isDeepEqual(parseWithMaps(text), kept)) return;
    const file = fileOf(place);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${process.pid}`, text, { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.${process.pid}`, file);
    pruneOldFiles(dirname(file), { maxFiles: maxReadings });
  } catch {
    // Some disks are read-only, so a failure to write is ignored.
  }
}
