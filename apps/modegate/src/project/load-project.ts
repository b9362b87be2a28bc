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
import { loadLock } from './load-lock.ts';
import { folderFiles, type ProjectFiles } from './project-files.ts';

/** Everything that is known of a project at one moment. */
export interface Project {
  /** For messages: the folder, or the revision. */
  readonly name: string;
  readonly input: WorkspaceInput;
  /** What decides, as the servers of this project's gateway would: whatever cannot be read is refused. */
  readonly policy: Policy;
  /** What the servers offer, from a file or the lock. */
  readonly inventory: readonly KnownServer[] | undefined;
  readonly projectFiles: readonly string[] | undefined;
  /** Absolute paths of the files that were read, by their names in reports. */
  readonly files: ReadonlyMap<string, string>;
  /** The files that are there and are not what they should be, as a whole. */
  readonly broken: readonly { readonly file: string; readonly message: string }[];
}

/**
 * Reads everything that a project says about modes and servers. Starts nothing and asks no network.
 *
 * @throws {AppError} exit code 2 when a file is there and cannot be read as text, 4 when a lock that was asked for is not there.
 */
export async function loadProject(settings: Settings, source?: ProjectFiles): Promise<Project> {
  const files = source ?? folderFiles(settings.place.root);
  const modes = await readModes(settings, files);
  const parsed = parseFirst(modes);
  const servers = await readServers(settings, files);
  const lock = await loadLock(settings, files);
  const given = settings.inventoryFile === undefined ? undefined : await loadInventory(settings.inventoryFile);
  const projectFiles = await files.list();
  const inventory = given ?? lock?.inventory;
  return {
    name: files.name,
    inventory,
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
}

/**
 * The project, for questions that only a policy over everything can answer.
 *
 * @throws {AppError} exit code 2 also when a file is broken: its modes would be missing and its servers refused, which is no answer.
 */
export async function loadReadableProject(settings: Settings, source?: ProjectFiles): Promise<Project> {
  const project = await loadProject(settings, source);
  const [broken] = project.broken;
  if (broken === undefined) return project;
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
