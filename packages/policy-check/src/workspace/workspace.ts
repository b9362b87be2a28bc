import { type LoadedMode, type ParsedModes, type Policy, resolvePointer } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import type { ModesSource, Project, ServersSource } from '@modegate/project';
import type { CheckedServer, ServerFileProblem } from '../checked-server.ts';
import type { KnownServer } from '../matrix/known-server.ts';
import { isRecord } from '../source/is-record.ts';
import { createSourceText, type SourceText } from '../source/source-text.ts';

/** How much of a model's attention the tools of one mode may take. */
export interface ToolBudget {
  /** Default 128, the limit of several model providers. */
  readonly tools: number;
  /** Tokens of names, descriptions and schemas together, estimated as four characters each. Default: no limit. */
  readonly tokens?: number | undefined;
}

/** Everything that a check may look at. */
export interface WorkspaceInput {
  readonly project: Project;
  /** What the servers offer now, from a lock file or from asking them. */
  readonly inventory?: readonly KnownServer[] | undefined;
  /** What the lock file says they offered; with `inventory` given beside it, the two are compared. */
  readonly lockedInventory?: readonly KnownServer[] | undefined;
  /** Project-relative POSIX paths, such as `git ls-files` lists. */
  readonly projectFiles?: readonly string[] | undefined;
  /** Slugs that some policy test names. Absent: nobody looked for tests. */
  readonly testedModes?: readonly string[] | undefined;
  readonly budget?: ToolBudget | undefined;
  /** The file that the disabled tools of the project stand in, under `disabledTools`; absent when they come from elsewhere. */
  readonly settingsFile?: { readonly file: string; readonly text: string } | undefined;
}

/** A modes file and what is in it. */
export interface ModesFile extends SourceText {
  readonly layer: 'project' | 'global';
  readonly parsed: ParsedModes;
}

/** A file of MCP servers. */
export interface ServersFile extends SourceText {
  readonly problems: readonly ServerFileProblem[];
}

/** One mode of a file. */
export interface CheckedMode {
  readonly slug: string;
  readonly file: ModesFile;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  readonly loaded: LoadedMode;
  /** The mode as it is written. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Whether the policy decides by this definition; false when a stronger file has the slug too. */
  readonly isEffective: boolean;
}

/** Everything a rule may look at, parsed once. */
export interface Workspace {
  readonly modeFiles: readonly ModesFile[];
  /** The modes of all files, in file order, and last in each file the entries without a usable slug. Built-in modes are in `policy` only. */
  readonly modes: readonly CheckedMode[];
  readonly policy: Policy;
  readonly serverFiles: readonly ServersFile[];
  /** Empty when they are not known, which `areServersKnown` tells. */
  readonly servers: readonly CheckedServer[];
  readonly areServersKnown: boolean;
  readonly inventory: readonly KnownServer[] | undefined;
  readonly lockedInventory: readonly KnownServer[] | undefined;
  readonly projectFiles: readonly string[] | undefined;
  readonly testedModes: readonly string[] | undefined;
  readonly budget: ToolBudget;
  readonly settingsFile: SourceText | undefined;
  /** The mode that a JSON pointer of a file is inside of. */
  readonly modeAt: (file: string, pointer: string) => CheckedMode | undefined;
  /** The text of any file above, to find places in. A file that is not among them has an empty text. */
  readonly source: (file: string) => SourceText;
}

/** Puts a project into the shape that rules look at. Parses nothing, and compiles nothing. */
export function createWorkspace({ project, ...known }: WorkspaceInput): Workspace {
  const { policy, sources } = project;
  const modeFiles = sources.flatMap((source) => (source.what === 'modes' ? openModesFile(source) : []));
  const servers = sources.flatMap((source) => (source.what === 'servers' ? source.servers : []));
  const serverFiles = sources.flatMap((source) => (source.what === 'servers' ? openServersFile(source) : []));
  const settingsFile = known.settingsFile && openSettingsFile(known.settingsFile);
  const texts = [...serverFiles, ...modeFiles, ...(settingsFile === undefined ? [] : [settingsFile])];
  const places = new Map<string, SourceText>(texts.map((source) => [source.file, source]));
  const counting = new Map(
    policy.modes.map(({ config, source, file }) => [config.slug, `${source} ${file ?? ''}`] as const),
  );
  const modes = modeFiles.flatMap((file) => modesOf(file, counting));
  const byPlace = new Map(modes.map((mode) => [`${mode.file.file}\n${mode.pointer}`, mode]));
  return {
    modeFiles,
    modes,
    policy,
    serverFiles,
    servers,
    areServersKnown: serverFiles.length > 0,
    inventory: known.inventory,
    lockedInventory: known.lockedInventory,
    projectFiles: known.projectFiles,
    testedModes: known.testedModes,
    budget: known.budget ?? { tools: 128 },
    settingsFile,
    modeAt: (file, pointer) => byPlace.get(`${file}\n${/^\/customModes\/\d+/.exec(pointer)?.[0] ?? ''}`),
    source: (file) => places.get(file) ?? createSourceText({ file, text: '' }),
  };
}

function openModesFile({ file, layer, parsed, text = '' }: ModesSource): readonly ModesFile[] {
  if (parsed === undefined) return [];
  const isExact = parsed.problems.every(({ code }) => code !== 'CHARACTERS_CLEANED');
  const { locate, document } = parsed;
  return [{ ...createSourceText({ file, text, locate, document, isExact }), layer, parsed }];
}

function openSettingsFile({ file, text }: { readonly file: string; readonly text: string }): SourceText {
  // Read for its positions alone; what it says is checked by the program that it configures.
  const { locate, document } = parseModesText(text, { source: 'project', file });
  return createSourceText({ file, text, locate, document });
}

function openServersFile({ file, state, servers, problems, text = '' }: ServersSource): readonly ServersFile[] {
  if (state === 'missing') return [];
  return [{ ...createSourceText({ file, text, locate: servers[0]?.locate }), problems }];
}

function modesOf(file: ModesFile, counting: ReadonlyMap<string, string>): readonly CheckedMode[] {
  const { document, modes, nameless = [] } = file.parsed;
  const written = nameless.flatMap(({ mode }) => (isRecord(resolvePointer(document, mode.pointer)) ? [mode] : []));
  return [...modes, ...written].map((loaded) => {
    const { slug } = loaded.config;
    const raw = resolvePointer(document, loaded.pointer) as Readonly<Record<string, unknown>>;
    const isEffective = counting.get(slug) === `${file.layer} ${file.file}` && !written.includes(loaded);
    return { slug, file, pointer: loaded.pointer, loaded, raw, isEffective };
  });
}
