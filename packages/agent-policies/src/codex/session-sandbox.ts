import { joinPath, liesInside } from '../paths.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import {
  type CodexLayers,
  type CodexSetting,
  findSetting,
  keysAt,
  settingFault,
  settingRule,
} from './config-layers.ts';
import { builtInSandbox, type CodexPlaces, readPermissionProfile } from './permission-profile.ts';
import { valueAt, wordOf } from './read-codex-config.ts';
import { type CodexSandbox, protectedFolders } from './sandbox.ts';

/** Sandbox that applies if no file and no flag specifies one. */
export interface CodexDefault {
  readonly name: ':workspace' | ':read-only';
  readonly why: string;
}

/** Built-in profiles by `sandbox_mode`. */
const modes: Readonly<Record<string, string>> = {
  'read-only': ':read-only',
  'workspace-write': ':workspace',
  'danger-full-access': ':danger-full-access',
};

/**
 * Reads the sandbox of a session. The highest layer with `default_permissions` or `sandbox_mode` decides which of the
 * two forms is used; within a layer, `default_permissions` takes precedence.
 */
export function readSessionSandbox(
  layers: CodexLayers,
  places: CodexPlaces,
  fallback: CodexDefault,
): CodexSandbox | PermissionFileProblem {
  const chosen = layers.findLast(
    ({ table }) =>
      valueAt(table, ['default_permissions']) !== undefined || valueAt(table, ['sandbox_mode']) !== undefined,
  );
  const profile = chosen && findSetting([chosen], ['default_permissions']);
  if (profile !== undefined) return readPermissionProfile(layers, profile, places);
  const mode = chosen && findSetting([chosen], ['sandbox_mode']);
  const permissions = findSetting(layers, ['permissions']);
  if (mode === undefined && permissions !== undefined && keysAt(layers, ['permissions']).length > 0)
    return settingFault(
      permissions,
      'Permission profiles are defined, but default_permissions does not select any of them.',
    );
  const workspace = readWorkspaceWrite(layers, places.home);
  const name = mode === undefined ? fallback.name : (modes[wordOf(mode.value) ?? ''] ?? '');
  const source = mode === undefined ? ({ rule: fallback.why, effect: 'allow' } as const) : settingRule(mode, 'allow');
  const sandbox = builtInSandbox(name, source, { ...places, roots: [...places.roots, ...workspace.roots] });
  if (name !== ':workspace') return sandbox;
  const entries = sandbox.entries.filter(({ path }) => !workspace.without.includes(path));
  const inside = workspace.roots.find((root) => isProtected(root, places.roots));
  const unsettled = inside && `The Codex sandbox starts only if the writable root ${inside} exists.`;
  return { ...sandbox, entries, network: workspace.network, ...(unsettled && { unsettled }) };
}

/** True for a folder that Codex cannot create because it would be inside a folder that the sandbox keeps read-only. */
function isProtected(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => protectedFolders.some((name) => liesInside(`${root}/${name}`, path)));
}

interface WorkspaceWrite {
  readonly roots: readonly string[];
  readonly network: boolean;
  /** Paths excluded from the writable paths. */
  readonly without: readonly string[];
}

function readWorkspaceWrite(layers: CodexLayers, home: string | undefined): WorkspaceWrite {
  const find = (key: string) => findSetting(layers, ['sandbox_workspace_write', key]);
  const setting = find('writable_roots');
  const roots = (setting?.value ?? []) as readonly string[];
  const isTrue = (key: string) => find(key)?.value === true;
  return {
    // A relative path is resolved against the folder of the file that contains it.
    roots: roots.map((root) =>
      root.startsWith('~') ? joinPath(home ?? '/~', `.${root.slice(1)}`) : joinPath(folderOf(setting), root),
    ),
    network: isTrue('network_access'),
    without: [
      ...(isTrue('exclude_slash_tmp') ? ['/tmp'] : []),
      ...(isTrue('exclude_tmpdir_env_var') ? ['/$TMPDIR'] : []),
    ],
  };
}

function folderOf(setting: CodexSetting | undefined): string {
  const path = setting?.config.path ?? '';
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
