import type { MatchedRule } from '../agent-answer.ts';
import { joinPath } from '../paths.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import {
  type CodexLayers,
  type CodexSetting,
  findSetting,
  keysAt,
  settingFault,
  settingRule,
} from './config-layers.ts';
import { isTable } from './read-codex-config.ts';
import type { CodexSandbox, CodexSandboxEntry } from './sandbox.ts';

/** Folders to which the special names in a profile refer. */
export interface CodexPlaces {
  /** Absolute paths of the folders that belong to the workspace. */
  readonly roots: readonly string[];
  /** Absolute path of the start folder. */
  readonly cwd: string;
  readonly home: string | undefined;
}

interface Draft {
  /** Entries by path; an entry in a child profile replaces the corresponding entry in its parent. */
  readonly entries: Map<string, CodexSandboxEntry>;
  readonly globs: Map<string, CodexSandboxEntry>;
  network: boolean;
}

/** Wraps a fault so that it can be thrown while the parents of a profile are being read. */
class ProfileFault extends Error {
  readonly problem: PermissionFileProblem;

  constructor(setting: CodexSetting, message: string) {
    super(message);
    this.problem = settingFault(setting, message);
  }
}

/** Reads the permission profile specified in a setting, and the profiles that it extends. */
export function readPermissionProfile(
  layers: CodexLayers,
  chosen: CodexSetting,
  places: CodexPlaces,
): CodexSandbox | PermissionFileProblem {
  const name = chosen.value;
  if (typeof name !== 'string') return settingFault(chosen, 'default_permissions must be the name of a profile.');
  const source = settingRule(chosen, 'allow');
  const reserved = keysAt(layers, ['permissions']).find((key) => key.startsWith(':'));
  const profile = reserved === undefined ? undefined : findSetting(layers, ['permissions', reserved]);
  if (profile !== undefined)
    return settingFault(profile, `The name "${reserved}" begins like the name of a built-in profile.`);
  if (name === ':danger-full-access') return builtInSandbox(name, source, places);
  const draft: Draft = { entries: new Map(), globs: new Map(), network: false };
  const roots = [...places.roots, ...findOwnRoots(layers, name, places.cwd)];
  try {
    addProfile({ layers, places: { ...places, roots }, draft }, chosen, []);
  } catch (error) {
    if (error instanceof ProfileFault) return error.problem;
    throw error;
  }
  const { entries, globs, network } = draft;
  return {
    name,
    unrestricted: false,
    entries: [...entries.values()],
    deniedGlobs: [...globs.values()],
    network,
    source,
  };
}

/** Placeholder for the system folders of `:minimal`; not a real path. */
export const minimalPath = '/:minimal';

/** Returns a built-in sandbox, which does not require a file. */
export function builtInSandbox(name: string, source: MatchedRule, places: CodexPlaces): CodexSandbox {
  const entry = (path: string, access: 'read' | 'write'): CodexSandboxEntry => ({ path, access, source });
  const writable = name === ':workspace' ? [...places.roots, '/tmp', '/$TMPDIR'] : [];
  return {
    name,
    unrestricted: name === ':danger-full-access',
    entries: [entry('/', 'read'), ...writable.map((path) => entry(path, 'write'))],
    deniedGlobs: [],
    network: name === ':danger-full-access',
    source,
  };
}

/** Returns the folders that a profile and its parents add to the workspace. */
function findOwnRoots(layers: CodexLayers, profile: string, cwd: string): readonly string[] {
  const chain = new Set<string>();
  for (let name: unknown = profile; typeof name === 'string' && !chain.has(name); ) {
    chain.add(name);
    name = findSetting(layers, ['permissions', name, 'extends'])?.value;
  }
  const added = new Map<string, boolean>();
  for (const name of [...chain].toReversed())
    for (const root of keysAt(layers, ['permissions', name, 'workspace_roots']))
      added.set(
        joinPath(cwd, root),
        findSetting(layers, ['permissions', name, 'workspace_roots', root])?.value === true,
      );
  return [...added].filter(([, isRoot]) => isRoot).map(([root]) => root);
}

interface Reading {
  readonly layers: CodexLayers;
  readonly places: CodexPlaces;
  readonly draft: Draft;
}

/** Adds the entries of the profile specified in `chosen`, after the entries of its parents. */
function addProfile(reading: Reading, chosen: CodexSetting, children: readonly string[]): void {
  const { layers, places, draft } = reading;
  const name = typeof chosen.value === 'string' ? chosen.value : '';
  if (name === ':read-only' || name === ':workspace') {
    for (const entry of builtInSandbox(name, settingRule(chosen, 'allow'), places).entries)
      draft.entries.set(entry.path, entry);
    return;
  }
  const table = name.startsWith(':') ? undefined : findSetting(layers, ['permissions', name]);
  if (table === undefined || !isTable(table.value))
    throw new ProfileFault(chosen, `There is no permission profile "${name}" to use here.`);
  if (children.includes(name)) throw new ProfileFault(chosen, `The profile "${name}" extends itself.`);
  const parent = findSetting(layers, ['permissions', name, 'extends']);
  if (parent !== undefined) addProfile(reading, parent, [...children, name]);
  addFiles(reading, ['permissions', name, 'filesystem']);
  const network = findSetting(layers, ['permissions', name, 'network', 'enabled']);
  if (network !== undefined) draft.network = network.value === true;
}

function addFiles(reading: Reading, path: readonly string[]): void {
  const { layers, places } = reading;
  for (const key of keysAt(layers, path)) {
    const setting = findSetting(layers, [...path, key]);
    if (setting === undefined || key === 'glob_scan_max_depth') continue;
    const bases = findBases(key, places);
    if (bases === undefined)
      throw new ProfileFault(setting, `"${key}" is neither an absolute path nor a special name such as ":root".`);
    if (!isTable(setting.value)) {
      for (const base of bases) addEntry(reading, setting, base);
      continue;
    }
    for (const part of keysAt(layers, [...path, key])) {
      const inner = findSetting(layers, [...path, key, part]);
      if (inner !== undefined && part !== '.' && /^(?:\/|$)|(?:^|\/)\.\.?(?:\/|$)/.test(part))
        throw new ProfileFault(inner, `"${part}" is not inside the folder of its table.`);
      if (
        inner !== undefined &&
        part !== '.' &&
        key.startsWith(':') &&
        !/^:(?:workspace|project)_roots$/.test(key) &&
        bases.length > 0
      )
        throw new ProfileFault(inner, `"${key}" cannot have entries below it.`);
      if (inner !== undefined)
        for (const base of bases) addEntry(reading, inner, part === '.' ? base : `${base}/${part}`);
    }
  }
}

/**
 * Returns the absolute paths of the folders for a key of `filesystem`; returns none for a special name unknown to
 * Codex.
 */
function findBases(key: string, { roots, home }: CodexPlaces): readonly string[] | undefined {
  if (key.startsWith('/')) return [key];
  if (key === '~' || key.startsWith('~/')) return [joinPath(home ?? '/~', `.${key.slice(1)}`)];
  const special: Readonly<Record<string, readonly string[]>> = {
    ':root': ['/'],
    // The folders that a program needs to start; Codex's own sandbox needs more.
    ':minimal': [minimalPath],
    ':workspace_roots': roots,
    // Former name of the workspace folders.
    ':project_roots': roots,
    ':tmpdir': ['/$TMPDIR'],
    ':slash_tmp': ['/tmp'],
  };
  return key.startsWith(':') ? (special[key] ?? []) : undefined;
}

function addEntry({ draft }: Reading, setting: CodexSetting, written: string): void {
  const access = setting.value === 'none' ? 'deny' : setting.value;
  if (access !== 'read' && access !== 'write' && access !== 'deny')
    throw new ProfileFault(setting, 'The access to a path must be "read", "write" or "deny".');
  const source = settingRule(setting, access === 'deny' ? 'deny' : 'allow');
  // The contents of a subfolder can be denied only by a pattern, and a pattern covers only files that exist.
  const whole = access === 'deny' ? written : written.replace(/\/\*\*$/, '');
  if (!/[*?[\]]/.test(whole)) {
    const path = joinPath('/', whole);
    draft.entries.set(path, { path, access, source });
  } else if (access === 'deny') draft.globs.set(written, { path: joinPath('/', written), access, source });
  else
    throw new ProfileFault(
      setting,
      `The pattern "${written}" can only be denied; "${access}" accepts only a path, or a path that ends in /**.`,
    );
}
