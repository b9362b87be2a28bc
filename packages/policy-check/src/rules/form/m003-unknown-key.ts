import { isJsonObject, resolvePointer } from '@modegate/json';
import { toolCatalogue } from '@modegate/mode-core/tools';
import { nearestName } from '@modegate/nearest-name';
import type { Fix, FoundProblem } from '../../source/finding.ts';
import { isTypingSlip } from '../../source/similar-names.ts';
import { formatKeys } from '../../workspace/format-keys.ts';
import type { CheckedModesFile, FileProblem, Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M003: a key that has no meaning. */
export const unknownKeyRule = defineRule(['M003', 'unknown-key', 'warning', 'default'], {
  summary: 'A key has no meaning in the format. Usually, it is misspelt or comes from another tool.',
  reason:
    'Clients of the Roo family silently drop an unknown key, so it has no effect. That is harmless for a colour but dangerous for a limit: `fileRegexp` limits nothing in these clients. Modegate keeps the key. If the key is in the options of a group, in `mcpRestrictions` or in `commandRestrictions`, where limits belong, Modegate refuses everything in the group, every MCP call or every command until the key is corrected, and the finding is an error. On the mode itself, the key has no effect. The finding is a warning if the key resembles a known key, or if its value is the name of a configured server or a known tool. Otherwise, the finding is only informational.',
  ...exampleWithRepair(modeFile('reviewer', 'You review changes.', 'when_to_use: For reviews.', 'groups: [read]'), {
    'when_to_use:': 'whenToUse:',
  }),
  isFixable: true,
  *check(workspace) {
    const names = listNames(workspace);
    const told = new Set<string>();
    for (const found of workspace.fileProblems('M003')) {
      const key = readModeKey(found);
      const weighed = key === undefined ? found.problem : weighKey(key, names);
      const former = key !== undefined && mayHaveLimited(key) && !told.has(key.mode) ? tellChange(weighed) : weighed;
      if (former !== weighed && key !== undefined) told.add(key.mode);
      yield pointAtKey({ ...found, problem: former });
    }
  },
});

/** An unknown key in a mode itself, which has no effect. */
interface ModeKey {
  readonly problem: FoundProblem;
  /** The file name, followed by the pointer of the key's mode. */
  readonly mode: string;
  readonly key: string;
  readonly value: unknown;
}

function readModeKey({ code, problem, modesFile }: FileProblem): ModeKey | undefined {
  const { file, pointer } = problem.location;
  const [, mode, key] = /^(\/customModes\/\d+)\/([^/]+)$/.exec(pointer) ?? [];
  if (code !== 'KEY_UNKNOWN' || modesFile === undefined || key === undefined) return undefined;
  return { problem, mode: `${file}${mode}`, key, value: resolvePointer(modesFile.parsed.document, pointer) };
}

/** Lists the servers and tools that the value of a key may refer to, each with its kind. */
function listNames({ servers, inventory = [] }: Workspace): ReadonlyMap<string, string> {
  const tools = inventory.flatMap((server) => server.tools ?? []);
  return new Map([
    ...tools.map(({ name }) => [name, 'tool'] as const),
    ...toolCatalogue.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => [one, 'tool'] as const)),
    ...[...servers, ...inventory].map(({ name }) => [name, 'server'] as const),
  ]);
}

/** A key that has no effect may have been meant as a restriction if its name or value is typical of a restriction. */
function weighKey({ problem, key, value }: ModeKey, names: ReadonlyMap<string, string>): FoundProblem {
  const named = textsOf(value).find((text) => names.has(text));
  if (named !== undefined) {
    const message = `${problem.message} Its value refers to the ${names.get(named)} '${named}'. Limits on servers or MCP tools belong in 'mcpRestrictions'.`;
    return { ...problem, message, severity: 'warning' };
  }
  const isNear =
    nearestName(key, [...formatKeys.mode, ...formatKeys.mcpRestrictions, ...formatKeys.group]) !== undefined;
  return { ...problem, severity: isNear ? 'warning' : 'info' };
}

function tellChange(problem: FoundProblem): FoundProblem {
  const message = `${problem.message} Earlier versions of Modegate closed groups because of keys that looked like limits, so this mode may now have more permissions.`;
  return { ...problem, message, severity: 'warning' };
}

/**
 * True if an earlier version might have treated a key as a restriction. The keys excluded here are common, and were
 * never treated as restrictions.
 */
function mayHaveLimited({ key }: ModeKey): boolean {
  return !/^(?:\$|_|x-|\/\/)/i.test(key) && !neverLimits.has(key);
}

const neverLimits: ReadonlySet<string> = new Set(
  'apiConfiguration author autoContextMentions category color colour comment contextFiles description displayName emoji extends firstMessage icon id instructions language model note order priority prompt reason role rulesFile scope systemInstructions tags team temperature todo toolUsage version when_to_use'.split(
    ' ',
  ),
);

/**
 * Returns the strings in a value that may be names: the value itself, the items of a list, and the keys of a mapping.
 */
function textsOf(value: unknown): readonly string[] {
  const parts: readonly unknown[] = isJsonObject(value) ? Object.keys(value) : [value].flat();
  return parts.filter((part): part is string => typeof part === 'string');
}

/** The finding points at the key; if exactly one known key is only a typo away, the fix renames it to that key. */
function pointAtKey({ problem, modesFile: file }: FileProblem): FoundProblem {
  if (file === undefined) return problem;
  const { pointer } = problem.location;
  return { ...problem, location: file.locateKey(pointer), fix: renameKey(file, pointer, formatKeysAt(pointer)) };
}

function formatKeysAt(pointer: string): readonly string[] {
  if (/\/groups\/\d+\/1\/[^/]+$/.test(pointer)) return formatKeys.group;
  if (/\/(?:(?:dis)?allowed|ask)Tools\/\d+\/[^/]+$/.test(pointer)) return formatKeys.mcpRestrictionsEntry;
  if (/Commands\/\d+\/[^/]+$/.test(pointer)) return formatKeys.commandRestrictionsEntry;
  if (pointer.includes('/commandRestrictions/')) return formatKeys.commandRestrictions;
  return pointer.includes('/mcpRestrictions/') ? formatKeys.mcpRestrictions : formatKeys.mode;
}

/**
 * Returns a fix that corrects a misspelt key if exactly one known key is only a typo away and that key is not yet
 * present.
 */
function renameKey(file: CheckedModesFile, pointer: string, known: readonly string[]): Fix | undefined {
  const key = pointer.slice(pointer.lastIndexOf('/') + 1);
  const parent: unknown = resolvePointer(file.parsed.document, pointer.slice(0, pointer.lastIndexOf('/')));
  const span = file.keySpanOf(pointer);
  const [meant, ...others] = known.filter((name) => isTypingSlip(key, name));
  if (meant === undefined || others.length > 0 || span === undefined) return undefined;
  if (!isJsonObject(parent) || meant in parent) return undefined;
  const written = file.text.slice(span.start, span.end);
  return {
    description: `Rename '${key}' to '${meant}'.`,
    edits: [{ file: file.file, ...span, text: written.replace(key, meant) }],
    isSafe: true,
  };
}
