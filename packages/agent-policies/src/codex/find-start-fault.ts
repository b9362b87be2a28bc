import { joinPath, liesInside } from '../paths.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import { readApproval } from './approval-policy.ts';
import { findWrongSetting } from './check-config-types.ts';
import { type CodexLayers, type CodexSetting, findSetting, flagLayer, keysAt, settingFault } from './config-layers.ts';
import { isKnownKey } from './config-schema.ts';
import type { CodexFlags } from './flags.ts';
import { isTable, startFault } from './read-codex-config.ts';

/** Keys that each of the two server kinds rejects. */
const foreignKeys = {
  command:
    'url bearer_token bearer_token_env_var http_headers env_http_headers http_headers_helper oauth oauth_resource',
  url: 'args env env_vars cwd bearer_token',
} as const;

/**
 * Finds the first value, in any layer, that prevents Codex from starting. If the user's files are not read, those files
 * might correct the value.
 */
export function findStartFault(
  layers: CodexLayers,
  flags: CodexFlags,
  home: string | undefined,
): PermissionFileProblem | undefined {
  if (flags.fault !== undefined) return startFault(flagLayer({}), `${flags.fault} Codex does not start.`);
  const approval = readApproval(layers);
  if (approval !== undefined && 'code' in approval) return approval;
  const unknown = flags.strict === true ? keysAt(layers, []).find((key) => !isKnownKey(key)) : undefined;
  const strict = unknown === undefined ? undefined : findSetting(layers, [unknown]);
  if (strict !== undefined)
    return settingFault(strict, `With --strict-config, the unknown key "${unknown}" is an error.`);
  const wrong = findWrongSetting(layers);
  if (wrong !== undefined) return settingFault(wrong.setting, `${wrong.setting.path.at(-1)} is ${wrong.what}.`);
  return checkAccess(layers) ?? checkServers(layers, home) ?? checkLegacyProfile(layers, flags);
}

/** Checks the access entries of all profiles, including unused ones. */
function checkAccess(layers: CodexLayers): PermissionFileProblem | undefined {
  for (const name of keysAt(layers, ['permissions'])) {
    const files = ['permissions', name, 'filesystem'];
    const paths = keysAt(layers, files).map((key) => [...files, key]);
    const inner = paths.flatMap((path) => keysAt(layers, path).map((key) => [...path, key]));
    for (const path of [...paths, ...inner]) {
      const setting = findSetting(layers, path);
      if (setting === undefined || path.at(-1) === 'glob_scan_max_depth') continue;
      if (isTable(setting.value) && path.length === 4) continue;
      if (!accesses.has(setting.value))
        return settingFault(setting, 'The access to a path must be "read", "write" or "deny".');
    }
  }
  return undefined;
}

/** Finds servers with neither `command` nor `url`, which prevent Codex from starting. */
export function findServersWithoutStart(layers: CodexLayers): readonly CodexSetting[] {
  const paths = keysAt(layers, ['mcp_servers']).map((id) => ['mcp_servers', id]);
  return paths
    .filter((path) => !keysAt(layers, path).some((key) => Object.hasOwn(foreignKeys, key)))
    .flatMap((path) => findSetting(layers, path) ?? []);
}

/**
 * Checks that each server either is started by `command` or has a `url`, and has no key that belongs to the other kind.
 */
function checkServers(layers: CodexLayers, home: string | undefined): PermissionFileProblem | undefined {
  for (const id of keysAt(layers, ['mcp_servers'])) {
    const path = ['mcp_servers', id];
    const keys = keysAt(layers, path);
    const kind = (['command', 'url'] as const).find((key) => keys.includes(key));
    const foreign = kind && keys.find((key) => foreignKeys[kind].split(' ').includes(key));
    const setting = foreign === undefined ? undefined : findSetting(layers, [...path, foreign]);
    if (setting !== undefined)
      return settingFault(setting, `An MCP server with a ${kind} cannot have the key ${foreign}.`);
  }
  // A user cannot overlook this fault in their own file, because it always prevents Codex from starting.
  const server = findServersWithoutStart(layers).find(
    ({ config }) => home !== undefined && !liesInside(joinPath(home, '.codex'), config.path),
  );
  return server && settingFault(server, `The MCP server ${server.path[1]} has neither "command" nor "url".`);
}

/**
 * Checks for the key `profile`, and for a table `[profiles.x]` with the name given to `--profile`. Codex no longer uses
 * either, and does not start in these cases.
 */
function checkLegacyProfile(layers: CodexLayers, { profile }: CodexFlags): PermissionFileProblem | undefined {
  const named = findSetting(layers, ['profile']);
  if (named !== undefined)
    return settingFault(
      named,
      'The key "profile" no longer selects a profile. Use --profile and a file NAME.config.toml.',
    );
  const legacy = profile === undefined ? undefined : findSetting(layers, ['profiles', profile]);
  return (
    legacy && settingFault(legacy, `--profile ${profile} cannot be used together with the table [profiles.${profile}].`)
  );
}

const accesses: ReadonlySet<unknown> = new Set(['read', 'write', 'deny', 'none']);
