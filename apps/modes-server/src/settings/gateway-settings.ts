import { join } from 'node:path';
import { AppError, type Environment, expandPath, nonEmpty, readChoice, splitList } from '@modegate/cli-kit';
import {
  changedToolPolicies,
  gatewayChoices,
  MAX_FIRST_LIST_WAIT,
  modeSwitchings,
  newToolPolicies,
  principalSettings,
  type SettingsFile,
  surfaces,
  toolsetSurfaces,
  unequippedExposures,
} from './settings-schema.ts';

/** Command-line flags of the gateway. */
export interface GatewayFlags {
  readonly gateway?: string;
  readonly modeSwitching?: string;
  readonly surface?: string;
  readonly firstListWait?: string;
  readonly servers?: readonly string[];
  readonly toolsets?: string;
  readonly unequipped?: string;
  readonly equipToolset?: string;
  readonly stateDir?: string;
  readonly newTools?: string;
  readonly changedTools?: string;
  readonly trustProject?: boolean;
}

/** Resolved settings of the gateway. */
export interface GatewaySettings {
  readonly enabled: (typeof gatewayChoices)[number];
  /** True if this process was started by a gateway and therefore opens none. */
  readonly isInsideGateway: boolean;
  readonly modeSwitching: (typeof modeSwitchings)[number];
  readonly surface: (typeof surfaces)[number];
  /** Time for which the first list waits for servers that are starting. */
  readonly firstListWaitMs: number;
  /** Server files to read instead of the usual ones; undefined to read the usual ones. */
  readonly serverFiles: readonly string[] | undefined;
  readonly toolsets: (typeof toolsetSurfaces)[number];
  readonly unequipped: (typeof unequippedExposures)[number];
  readonly equipToolset: string | undefined;
  /** True to start the project's servers without asking the user. */
  readonly trustProject: boolean;
  /** Folder of `toolsets.json`, `known-tools.json`, `trusted-servers.json`, `legacy-servers.json` and `logins.json`. */
  readonly stateDir: string;
  readonly newTools: (typeof newToolPolicies)[number];
  readonly changedTools: (typeof changedToolPolicies)[number];
  /** Limits on the servers that run when clients connect over HTTP. */
  readonly principals: PrincipalLimits;
}

/** Limits on the servers that principals may run, not counting shared ones. */
export interface PrincipalLimits {
  readonly maxServersEach: number;
  readonly maxServersOfAll: number;
  /** Idle time after which a principal's servers may be stopped to make room for another principal's servers. */
  readonly idleMs: number;
}

/** Set in the environment of every server that a gateway starts, so that a modes-server among them opens no gateway. */
export const GATEWAY_MARKER = 'MODEGATE_GATEWAY';

/** Sources of the gateway's settings. */
interface GatewaySettingsSources {
  readonly flags: GatewayFlags & { readonly mode?: string };
  readonly env: Environment;
  readonly content: SettingsFile;
  readonly globalConfigDir: string;
}

/**
 * Resolves the gateway's settings: flags override the environment, which overrides the file, which overrides the
 * defaults.
 *
 * @throws {AppError} exit code 2 for an unknown value.
 */
export function resolveGatewaySettings(sources: GatewaySettingsSources): GatewaySettings {
  const { flags, env, content, globalConfigDir } = sources;
  const file = content.gateway ?? {};
  const choose = <Choice extends string>(
    what: string,
    known: readonly Choice[],
    values: readonly unknown[],
  ): Choice => {
    const [flag, variable, written, fallback] = values;
    return readChoice(what, known, String(flag ?? nonEmpty(env[String(variable)]) ?? written ?? fallback));
  };
  const isFixed = (flags.mode ?? nonEmpty(env.MODEGATE_MODE) ?? content.modes?.fixed ?? undefined) !== undefined;
  const modeSwitching = choose('--mode-switching', modeSwitchings, [
    flags.modeSwitching,
    'MODEGATE_MODE_SWITCHING',
    content.modes?.switching,
    isFixed ? 'never' : 'free',
  ]);
  const surface = choose('--surface', surfaces, [flags.surface, 'MODEGATE_SURFACE', file.surface, 'both']);
  const enabled = choose('--gateway', gatewayChoices, [flags.gateway, 'MODEGATE_GATEWAY_MODE', file.enabled, 'auto']);
  refuseContradictions({ modeSwitching, surface, enabled }, isFixed);
  const newTools = choose('--new-tools', newToolPolicies, [
    flags.newTools,
    'MODEGATE_NEW_TOOLS',
    file.new_tools,
    'allow',
  ]);
  const stateDir = flags.stateDir ?? nonEmpty(env.MODEGATE_STATE_DIR) ?? file.state_dir;
  const serverFiles = flags.servers ?? splitList(env.MODEGATE_SERVERS) ?? file.servers ?? undefined;
  return {
    isInsideGateway: nonEmpty(env[GATEWAY_MARKER]) !== undefined,
    enabled,
    modeSwitching,
    surface,
    firstListWaitMs: readWait(
      flags.firstListWait ?? nonEmpty(env.MODEGATE_FIRST_LIST_WAIT) ?? String(file.first_list_wait ?? 0.5),
    ),
    serverFiles: serverFiles?.map((path) => expandPath(path)),
    toolsets: choose('--toolsets', toolsetSurfaces, [flags.toolsets, 'MODEGATE_TOOLSETS', file.toolsets, 'modal']),
    unequipped: choose('--unequipped', unequippedExposures, [
      flags.unequipped,
      'MODEGATE_UNEQUIPPED',
      file.unequipped,
      'all',
    ]),
    equipToolset: flags.equipToolset ?? nonEmpty(env.MODEGATE_EQUIP_TOOLSET) ?? file.equip_toolset ?? undefined,
    trustProject: flags.trustProject ?? readSwitch(env.MODEGATE_TRUST_PROJECT) ?? file.trust_project ?? false,
    stateDir: stateDir === undefined || stateDir === null ? join(globalConfigDir, 'modegate') : expandPath(stateDir),
    newTools,
    changedTools: choose('--changed-tools', changedToolPolicies, [
      flags.changedTools,
      'MODEGATE_CHANGED_TOOLS',
      file.changed_tools,
      newTools === 'allow' ? 'flag' : 'withhold',
    ]),
    principals: resolvePrincipalLimits(file),
  };
}

function resolvePrincipalLimits(file: NonNullable<SettingsFile['gateway']>): PrincipalLimits {
  const { maxServersEach, maxServersOfAll, idleSeconds } = principalSettings;
  return {
    maxServersEach: file.max_servers_per_principal ?? maxServersEach.initial,
    maxServersOfAll: file.max_servers_of_principals ?? maxServersOfAll.initial,
    idleMs: (file.principal_idle ?? idleSeconds.initial) * 1_000,
  };
}

/** Refuses contradictory settings. @throws {AppError} exit code 2 for mutually exclusive settings. */
function refuseContradictions(
  { modeSwitching, surface, enabled }: Pick<GatewaySettings, 'modeSwitching' | 'surface' | 'enabled'>,
  isFixed: boolean,
): void {
  if (modeSwitching === 'never' && !isFixed)
    throw new AppError('With --mode-switching never, the server needs a fixed mode. Add --mode <slug>.', 2);
  if (surface === 'gateway' && !isFixed)
    throw new AppError('With --surface gateway, no tool can choose a mode. Add --mode <slug>.', 2);
  if (surface === 'gateway' && enabled === 'off')
    throw new AppError(
      "--surface gateway offers only the gateway's tools, and --gateway off switches them off. Remove one of the two options.",
      2,
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
  throw new AppError(
    `--first-list-wait must be a number of seconds from 0 to ${MAX_FIRST_LIST_WAIT}, not '${text}'.`,
    2,
  );
}

/** Returns the path of the file with saved toolsets. */
export function toolsetsFile({ stateDir }: GatewaySettings): string {
  return join(stateDir, 'toolsets.json');
}

/** Returns the path of the file with the tools that have been seen or approved. */
export function knownToolsFile({ stateDir }: GatewaySettings): string {
  return join(stateDir, 'known-tools.json');
}

/** Returns the path of the file with the servers that a person has agreed to start. */
export function trustedServersFile({ stateDir }: GatewaySettings): string {
  return join(stateDir, 'trusted-servers.json');
}

/** Returns the path of the file with the session-based servers. */
export function sessionBasedServersFile({ stateDir }: GatewaySettings): string {
  return join(stateDir, 'legacy-servers.json');
}

/** Returns the path of the file with the logins to other servers. */
export function loginsFile({ stateDir }: GatewaySettings): string {
  return join(stateDir, 'logins.json');
}
