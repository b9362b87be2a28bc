import { isJsonObject, lazy, resolvePointer } from '@modegate/json';
import { parseModesText } from '@modegate/mode-core/text';
import type { ModesSource, ServersSource } from '@modegate/project';
import { createSourceText, type SourceText } from '../source/source-text.ts';
import { listWrittenCommands } from './command-entries.ts';
import { listFileLimits } from './file-limits.ts';
import { listFileProblems } from './file-problems.ts';
import { searchBypasses } from './mode-bypasses.ts';
import { listRestrictionEntries } from './restriction-entries.ts';
import type { CheckedMode, CheckedModesFile, CheckedServersFile, Workspace, WorkspaceInput } from './workspace.ts';

/**
 * Converts a project to the form that rules examine. Does not parse or compile anything. Data that several rules need is
 * computed on demand, and only once.
 */
export function createWorkspace({ project, ...known }: WorkspaceInput): Workspace {
  const { policy, sources } = project;
  const modeFiles = sources.flatMap((source) => (source.what === 'modes' ? openModesFile(source) : []));
  const servers = sources.flatMap((source) => (source.what === 'servers' ? source.servers : []));
  const serverFiles = sources.flatMap((source) => (source.what === 'servers' ? openServersFile(source) : []));
  const settingsFile = known.settingsFile && openSettingsFile(known.settingsFile);
  const texts = [...serverFiles, ...modeFiles, ...(settingsFile === undefined ? [] : [settingsFile])];
  const places = new Map<string, SourceText>(texts.map((source) => [source.file, source]));
  for (const { file, text } of (known.permissionFaults ?? []).flatMap((fault) => [fault, ...(fault.related ?? [])]))
    if (!places.has(file)) places.set(file, createSourceText({ file, text }));
  const counting = new Map(
    policy.modes.map(({ config, source, file }) => [config.slug, `${source} ${file ?? ''}`] as const),
  );
  const modes = modeFiles.flatMap((file) => modesOf(file, counting));
  const byPlace = new Map(modes.map((mode) => [`${mode.file.file}\n${mode.pointer}`, mode]));
  const textOfFault = (name: string) => known.permissionFaults?.find(({ file }) => file === name)?.text ?? '';
  const problems = lazy(() => listFileProblems({ modeFiles, serverFiles, policy, settingsFile }));
  const entries = lazy(() => listRestrictionEntries(modes));
  const entriesByPlace = lazy(
    () => new Map(entries().map((entry) => [`${entry.mode.file.file}\n${entry.pointer}`, entry])),
  );
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
    hookFaults: known.hookFaults ?? [],
    permissionFaults: known.permissionFaults ?? [],
    modeAt: (file, pointer) => byPlace.get(`${file}\n${/^\/customModes\/\d+/.exec(pointer)?.[0] ?? ''}`),
    source: (file) => places.get(file) ?? createSourceText({ file, text: textOfFault(file) }),
    fileLimits: lazy(() => listFileLimits(modes)),
    fileProblems: (rule) => problems().filter((problem) => problem.rule === rule),
    restrictionEntries: entries,
    entryAt: (file, pointer) => entriesByPlace().get(`${file}\n${pointer}`),
    commandEntries: lazy(() => listWrittenCommands(modes)),
    ...searchBypasses({ policy, modes, inventory: known.inventory }),
  };
}

function openModesFile({ file, layer, parsed, text = '' }: ModesSource): readonly CheckedModesFile[] {
  if (parsed === undefined) return [];
  const isExact = parsed.problems.every(({ code }) => code !== 'CHARACTERS_CLEANED');
  const { locate, document } = parsed;
  return [{ ...createSourceText({ file, text, locate, document, isExact }), layer, parsed }];
}

function openSettingsFile({ file, text }: { readonly file: string; readonly text: string }): SourceText {
  // Parsed only to find positions; the content is checked by the program that the file configures.
  const { locate, document } = parseModesText(text, { source: 'project', file });
  return createSourceText({ file, text, locate, document });
}

/** In TOML and YAML, a value is assumed to be at the first occurrence of its text. */
function openServersFile(source: ServersSource): readonly CheckedServersFile[] {
  const { file, kind, state, servers, problems, text = '' } = source;
  if (state === 'missing') return [];
  const isExact = kind !== 'codex' && kind !== 'goose';
  return [{ ...createSourceText({ file, text, locate: servers[0]?.locate, isExact }), problems }];
}

function modesOf(file: CheckedModesFile, counting: ReadonlyMap<string, string>): readonly CheckedMode[] {
  const { document, modes, nameless = [] } = file.parsed;
  const written = nameless.flatMap(({ mode }) => (isJsonObject(resolvePointer(document, mode.pointer)) ? [mode] : []));
  return [...modes, ...written].map((loaded) => {
    const { slug } = loaded.config;
    const raw = resolvePointer(document, loaded.pointer) as Readonly<Record<string, unknown>>;
    const isEffective = counting.get(slug) === `${file.layer} ${file.file}` && !written.includes(loaded);
    return { slug, file, pointer: loaded.pointer, loaded, raw, isEffective };
  });
}
