import { posix, win32 } from 'node:path';
import {
  type ServerConfig,
  substituteVariables,
  type ValidServerEntry,
  type VariableProblem,
} from '@modegate/server-config';
import { startsModesServer } from '@modegate/server-config/clients';
import { createChildEnvironment } from './child-environment.ts';
import { secretsOf, watchedEnvironment } from './entry-secrets.ts';
import type { LaunchEnvironment, ServerLaunch } from './server-launch.ts';

/** A startable entry, or the reason why it cannot be started. */
export type SubstitutedEntry =
  | {
      readonly state: 'ready';
      readonly launch: ServerLaunch;
      /** Absolute paths of the watched files. */
      readonly watchPaths: readonly string[];
      /** Values that must not appear in messages. */
      readonly secrets: readonly string[];
      /** Remarks for the history; they do not prevent the entry from being started. */
      readonly remarks: readonly string[];
    }
  | { readonly state: 'refused'; readonly reason: string };

/**
 * Resolves the variables in an entry. Refuses the entry if it starts modes-server itself, or if a variable in its
 * launch settings has no value, because a server started with a literal `${TOKEN}` fails in confusing ways. A `${…}`
 * that the entry's client would not resolve remains unchanged. Pure.
 * @param ownScripts - Absolute paths of the scripts that this process runs, which must not be started as servers.
 * Default: none.
 */
export function substituteEntry(
  entry: ValidServerEntry,
  launchEnvironment: LaunchEnvironment,
  ownScripts: readonly string[] = [],
): SubstitutedEntry {
  const { platform, workspaceFolder, userHome } = launchEnvironment;
  const looked = watchedEnvironment(launchEnvironment.env);
  const { value: config, problems } = substituteVariables(entry.config, {
    env: looked.env,
    workspaceFolder,
    userHome,
    pathSeparator: platform === 'win32' ? '\\' : '/',
    kind: entry.kind,
  });
  const missing = problems.filter((problem) => problem.code !== 'variable-unknown' && !isWatchPath(problem));
  if (missing.length > 0) return { state: 'refused', reason: missingVariables(missing, entry) };
  const written = config.type === 'stdio' && { command: config.command, args: config.args };
  if (written !== false && startsModesServer(written, ownScripts))
    return { state: 'refused', reason: SELF_REFERENCE_REASON };
  const unresolved = new Set(problems.filter(isWatchPath).map(({ pointer }) => Number(pointer.split('/')[2])));
  return {
    state: 'ready',
    launch: launchOf(withForwarded(config, looked.env), launchEnvironment),
    watchPaths: config.watchPaths
      .filter((_, index) => !unresolved.has(index))
      .map((path) => absolute(path, launchEnvironment)),
    secrets: secretsOf(config, looked.values()),
    remarks: problems.map(({ message, pointer }) => `${message} The problem is in "${pointer.split('/')[1]}".`),
  };
}

/** The reason shown for an entry that would start modes-server from within modes-server. */
const SELF_REFERENCE_REASON =
  'It starts modes-server itself (@modegate/modes-server), which would start this server recursively. Remove it from the servers that modes-server reads, or disable it there.';

/** Adds the values of variables that the configuration mentions only by name. */
function withForwarded(config: ServerConfig, env: LaunchEnvironment['env']): ServerConfig {
  if (config.type !== 'stdio' || config.envVars === undefined) return config;
  const forwarded = config.envVars.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...config, env: { ...Object.fromEntries(forwarded), ...config.env } };
}

function launchOf(config: ValidServerEntry['config'], launchEnvironment: LaunchEnvironment): ServerLaunch {
  const revision = config.era === undefined ? {} : { revision: config.era };
  if (config.type !== 'stdio') {
    const { type, url, headers, typeInferred } = config;
    return { type, url, headers, typeInferred, ...revision };
  }
  const { platform, env } = launchEnvironment;
  return {
    type: 'stdio',
    command: config.command,
    args: config.args,
    env: createChildEnvironment({ inherited: env, own: config.env, platform }),
    cwd: absolute(config.cwd ?? '.', launchEnvironment),
    ...revision,
  };
}

function absolute(path: string, { platform, workspaceFolder }: LaunchEnvironment): string {
  return (platform === 'win32' ? win32 : posix).resolve(workspaceFolder, path);
}

function isWatchPath({ pointer }: VariableProblem): boolean {
  return pointer.startsWith('/watchPaths/');
}

const WHY: Readonly<Record<VariableProblem['code'], string>> = {
  'variable-missing': 'has no value',
  'variable-input': 'has no value here, because its client prompts for it',
  'variable-unknown': 'is unknown',
  'variable-too-large': 'has a value that is too large',
};

/** Lists the variables and the keys that use them, but never a value or a default. */
function missingVariables(problems: readonly VariableProblem[], { file }: ValidServerEntry): string {
  const named = new Map(problems.map(({ variable, code, pointer }) => [variable, { code, pointer }]));
  const list = [...named].map(
    ([variable, { code, pointer }]) => `"${variable}" in "${pointer.split('/')[1]}" ${WHY[code]}`,
  );
  const more = list.length > 3 ? ` and ${list.length - 3} more` : '';
  return `It is not started because the variable ${list.slice(0, 3).join(', ')}${more}. Set it in the environment or write the value in ${file}.`;
}
