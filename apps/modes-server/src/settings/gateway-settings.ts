import { join } from 'node:path';
import { AppError, expandPath, nonEmpty, readChoice } from '@modegate/cli-kit';
import { withDefaults } from './settings-defaults.ts';
import type { SettingsReader } from './settings-reader.ts';
import {
  changedToolPolicies,
  gatewayChoices,
  MAX_FIRST_LIST_WAIT,
  modeSwitchings,
  newToolPolicies,
  type SettingsFile,
  surfaces,
  toolsetSurfaces,
  unequippedExposures,
} from './settings-schema.ts';

/**
 * Set in the environment of every server that a gateway starts, so that if such a server is a modes-server, it does not
 * open a gateway.
 */
export const GATEWAY_MARKER = 'MODEGATE_GATEWAY';

/** Resolved settings for the gateway. */
export type GatewaySettings = Readonly<ReturnType<typeof resolveGatewaySettings>>;

/**
 * Resolves the gateway's settings.
 *
 * @throws {AppError} exit code 2 for an unknown value.
 */
export function resolveGatewaySettings(reader: SettingsReader, content: SettingsFile, globalConfigDir: string) {
  const { flags, env, pick, path, list, choose } = reader;
  const file = withDefaults('gateway', content);
  const isFixed = pick('mode', content.modes?.fixed) !== undefined;
  const switching = content.modes?.switching ?? (isFixed ? 'never' : 'free');
  const modeSwitching = choose('modeSwitching', modeSwitchings, switching);
  const surface = choose('surface', surfaces, file.surface);
  const enabled = choose('gateway', gatewayChoices, file.enabled);
  refuseContradictions({ modeSwitching, surface, enabled }, isFixed);
  const newTools = choose('newTools', newToolPolicies, file.new_tools);
  const changedTools = file.changed_tools ?? (newTools === 'allow' ? 'flag' : 'withhold');
  return {
    /** True if this process was started by a gateway and therefore does not open one itself. */
    isInsideGateway: nonEmpty(env[GATEWAY_MARKER]) !== undefined,
    enabled,
    modeSwitching,
    surface,
    /** Time for which the first list waits for servers that are starting. */
    firstListWaitMs: readWait(pick('firstListWait') ?? String(file.first_list_wait)),
    /** Server files to read instead of the usual files; undefined to read the usual files. */
    serverFiles: list('servers', file.servers)?.map((each) => expandPath(each)) as readonly string[] | undefined,
    toolsets: choose('toolsets', toolsetSurfaces, file.toolsets),
    unequipped: choose('unequipped', unequippedExposures, file.unequipped),
    equipToolset: pick('equipToolset', file.equip_toolset),
    /** True to start the project's servers without asking the user. */
    trustProject: flags.trustProject ?? readSwitch(env.MODEGATE_TRUST_PROJECT) ?? file.trust_project,
    /**
     * Folder that contains `toolsets.json`, `known-tools.json`, `trusted-servers.json`, `legacy-servers.json` and
     * `logins.json`.
     */
    stateDir: path('stateDir', file.state_dir) ?? join(globalConfigDir, 'modegate'),
    newTools,
    changedTools: choose('changedTools', changedToolPolicies, changedTools),
    /** Limits on the servers that principals may run over HTTP, not counting shared ones. */
    principals: {
      maxServersEach: file.max_servers_per_principal,
      maxServersOfAll: file.max_servers_of_principals,
      /** Idle time after which a principal's servers may be stopped to make room for another principal's servers. */
      idleMs: file.principal_idle * 1_000,
    },
  };
}

/** Rejects contradictory settings. @throws {AppError} exit code 2 for mutually exclusive settings. */
function refuseContradictions(
  { modeSwitching, surface, enabled }: Readonly<Record<'modeSwitching' | 'surface' | 'enabled', string>>,
  isFixed: boolean,
): void {
  if (modeSwitching === 'never' && !isFixed)
    throw new AppError('With --mode-switching never, the server needs a fixed mode. Add --mode <slug>.');
  if (surface === 'gateway' && !isFixed)
    throw new AppError('With --surface gateway, no tool can choose a mode. Add --mode <slug>.');
  if (surface === 'gateway' && enabled === 'off')
    throw new AppError(
      "--surface gateway offers only the gateway's tools, and --gateway off switches them off. Remove one of the two options.",
    );
}

/** @throws {AppError} exit code 2 for any other value. */
function readSwitch(value: string | undefined): boolean | undefined {
  if (nonEmpty(value) === undefined) return undefined;
  return ['1', 'true', 'yes'].includes(
    readChoice('MODEGATE_TRUST_PROJECT', ['1', 'true', 'yes', '0', 'false', 'no'], String(value)),
  );
}

function readWait(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds >= 0 && seconds <= MAX_FIRST_LIST_WAIT) return seconds * 1_000;
  throw new AppError(`--first-list-wait must be a number of seconds from 0 to ${MAX_FIRST_LIST_WAIT}, not '${text}'.`);
}

/** Returns the path of the file that contains the logins to other servers. */
export function loginsFile({ stateDir }: GatewaySettings): string {
  return join(stateDir, 'logins.json');
}
