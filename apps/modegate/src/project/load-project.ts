import {
  configFileKind,
  type LoadedConfigFile,
  mergeServers,
  readServerConfig,
  type ServerEntry,
  toPolicyServers,
} from '@modegate/mcp-host/config';
import { compilePolicy, type ParsedModes, type Policy } from '@modegate/mode-core';
import { projectModeFiles } from '@modegate/mode-core/node';
import { parseModesText } from '@modegate/mode-core/text';
import type { KnownServer, ModesFileInput, ServersFileInput, WorkspaceInput } from '@modegate/policy-check';
import { AppError } from '../app-error.ts';
import type { Settings } from '../settings.ts';
import { globalModePlaces, globalServerFiles, projectServerFiles } from './family-files.ts';
import { type FoundFile, readGlobal, readInProject, readNamed } from './found-files.ts';
import { loadInventory } from './inventory.ts';
import { loadLiveInventory } from './live-inventory.ts';
import { loadLock } from './load-lock.ts';
import { folderFiles, type ProjectFiles } from './project-files.ts';

/** Everything that is known of a project at one moment. */
export interface Project {
  /** For messages: the folder, or the revision. */
  readonly name: string;
  readonly input: WorkspaceInput;
  /** What decides, as the servers of this project's gateway would: whatever cannot be read is refused. */
  readonly policy: Policy;
  /** What the servers offer, from themselves, a file or the lock. */
  readonly inventory: readonly KnownServer[] | undefined;
  /** Whether `inventory` is what servers said that were started to be asked. */
  readonly isLive: boolean;
  /** Names of the servers that were asked what they offer and did not say. */
  readonly unanswered: readonly string[];
  readonly projectFiles: readonly string[] | undefined;
  /** Absolute paths of the files that were read, by their names in reports. */
  readonly files: ReadonlyMap<string, string>;
  /** The files that are there and are not what they should be, as a whole. */
  readonly broken: readonly { readonly file: string; readonly message: string }[];
}

/**
 * Reads everything that a project says about modes and servers. Starts nothing and asks no network, unless the settings say `live`.
 *
 * @throws {AppError} exit code 2 when a file is there and cannot be read as text, 4 when a lock that was asked for is not there; and as
 * {@link loadLiveInventory} does.
 */
export async function loadProject(settings: Settings, source?: ProjectFiles): Promise<Project> {
  return addLive(settings, await readProject(settings, source));
}

/** What the files say, and the entries of the servers as they can be started. */
interface ProjectReading {
  readonly project: Project;
  readonly entries: readonly ServerEntry[];
}

async function readProject(settings: Settings, source?: ProjectFiles): Promise<ProjectReading> {
  const files = source ?? folderFiles(settings.place.root);
  const modes = await readModes(settings, files);
  const parsed = parseFirst(modes);
  const servers = await readServers(settings, files);
  const lock = await loadLock(settings, files);
  const given = settings.inventoryFile === undefined ? undefined : await loadInventory(settings.inventoryFile);
  const projectFiles = await files.list();
  const inventory = given ?? lock?.inventory;
  const project: Project = {
    name: files.name,
    inventory,
    isLive: false,
    unanswered: [],
    projectFiles,
    files: new Map([...modes, ...servers.files].map(({ file, path }) => [file, path])),
    policy: toPolicy(settings, parsed, servers),
    broken: [...brokenModes(parsed), ...brokenServers(servers)],
    input: {
      modeFiles: modes,
      serverFiles: servers.files,
      servers: servers.files.length === 0 ? undefined : servers.entries,
      inventory,
      // The two are compared only where both are known, or a lock would be held against itself.
      lockedInventory: given === undefined ? undefined : lock?.inventory,
      projectFiles,
      budget: settings.budget,
      disabledTools: settings.disabledTools,
    },
  };
  return { project, entries: servers.entries };
}

/** Replaces what is known of the servers by what they say now. */
async function addLive(settings: Settings, { project, entries }: ProjectReading): Promise<Project> {
  const { live, place } = settings;
  if (live === undefined) return project;
  const { inventory, unanswered } = await loadLiveInventory({ entries, live, root: place.root });
  if (inventory === undefined) return project;
  return {
    ...project,
    inventory,
    isLive: true,
    unanswered,
    // Without a file or live answers, what the project knows is what the lock holds.
    input: { ...project.input, inventory, lockedInventory: project.inventory },
  };
}

/**
 * The project, for questions that only a policy over everything can answer.
 *
 * @throws {AppError} exit code 2 also when a file is broken: its modes would be missing and its servers refused, which is no answer.
 */
export async function loadReadableProject(settings: Settings, source?: ProjectFiles): Promise<Project> {
  const reading = await readProject(settings, source);
  const [broken] = reading.project.broken;
  if (broken === undefined) return addLive(settings, reading);
  const where = source?.kind === 'revision' ? ` in ${source.name}` : '';
  throw new AppError(
    `${broken.file}${where} cannot be used: ${broken.message.replace(/\.$/, '')}. \`modegate check\` says more.`,
  );
}

type ModesFile = ModesFileInput & FoundFile;

async function readModes(settings: Settings, files: ProjectFiles): Promise<readonly ModesFile[]> {
  const project = await readInProject(settings, files, projectModeFiles);
  const global = await readGlobal(settings, globalModePlaces);
  return [
    ...project.map((file) => ({ ...file, layer: 'project' as const })),
    ...global.map((file) => ({ ...file, layer: 'global' as const })),
  ];
}

interface Servers {
  readonly files: readonly (ServersFileInput & FoundFile)[];
  /** Strongest first; weaker ones of the same name are among them. */
  readonly entries: readonly ServerEntry[];
  readonly states: readonly LoadedConfigFile[];
}

async function readServers(settings: Settings, files: ProjectFiles): Promise<Servers> {
  const found = await findServerFiles(settings, files);
  const readings = found.map((file) => ({
    file,
    reading: readServerConfig(file.text, { file: file.file, source: file.source }),
  }));
  return {
    files: readings.map(({ file, reading }) => ({ ...file, problems: reading.problems })),
    entries: readings.flatMap(({ reading }) => reading.servers),
    states: readings.map(({ file, reading }) => ({
      file: file.file,
      kind: configFileKind(file.file),
      source: file.source,
      state: reading.unreadable ? 'unreadable' : 'read',
    })),
  };
}

type FoundServerFile = FoundFile & { readonly source: 'project' | 'global' };

async function findServerFiles(settings: Settings, files: ProjectFiles): Promise<readonly FoundServerFile[]> {
  const project = (found: readonly FoundFile[]) => found.map((file) => ({ ...file, source: 'project' as const }));
  if (settings.serverFiles !== undefined) return project(await readNamed(settings, files));
  const [strongest, ...others] = projectServerFiles;
  const global = await readGlobal(settings, globalServerFiles);
  return [
    ...project(await readInProject(settings, files, [strongest])),
    ...global.map((file) => ({ ...file, source: 'global' as const })),
    ...project(await readInProject(settings, files, others)),
  ];
}

/** Of each layer the first file counts. */
function parseFirst(modes: readonly ModesFile[]): ParsedLayers {
  const parse = (layer: 'project' | 'global') => {
    const file = modes.find((one) => one.layer === layer);
    return file && parseModesText(file.text, { source: layer, file: file.file });
  };
  return { project: parse('project'), global: parse('global') };
}

interface ParsedLayers {
  readonly project: ParsedModes | undefined;
  readonly global: ParsedModes | undefined;
}

function toPolicy(settings: Settings, { project, global }: ParsedLayers, { entries, states, files }: Servers): Policy {
  return compilePolicy({
    project,
    global,
    servers: files.length === 0 ? undefined : toPolicyServers(mergeServers([entries]).servers, states),
    disabledTools: settings.disabledTools,
    projectRoot: settings.place.root,
  });
}

function brokenModes({ project, global }: ParsedLayers): Project['broken'] {
  return [project, global].flatMap((parsed) =>
    parsed?.unreadable === undefined ? [] : [{ file: parsed.file ?? '', message: parsed.unreadable }],
  );
}

function brokenServers({ files, states }: Servers): Project['broken'] {
  return states
    .filter(({ state }) => state === 'unreadable')
    .map(({ file }) => ({
      file,
      message: files.find((one) => one.file === file)?.problems[0]?.message ?? 'It is not valid JSON.',
    }));
}
