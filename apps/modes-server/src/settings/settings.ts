import { lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HookSettings } from '@modegate/agent-hooks/node';
import {
  AppError,
  type Environment,
  expandPath,
  type LogLevelName,
  logFormatProblem,
  logLevels,
  nonEmpty,
  readChoice,
  readToolErrors,
  splitList,
} from '@modegate/cli-kit';
import { compilePolicy } from '@modegate/mode-core';
import { type CommandShell, commandShells } from '@modegate/mode-core/commands';
import { type AuthSettings, resolveAuthSettings } from '@modegate/principals';
import { errorCode } from '@modegate/text-files';
import { checkSettings, readJsonSettings } from '@modegate/text-files/settings';
import { type AuditFlags, type AuditSettings, resolveAuditSettings } from './audit-settings.ts';
import { type DatabaseFlags, type DatabaseSettings, resolveDatabase } from './database-settings.ts';
import { type GatewayFlags, type GatewaySettings, resolveGatewaySettings } from './gateway-settings.ts';
import type { ModesHttpFile } from './http-settings.ts';
import {
  resolveSessionCapacity,
  resolveSessionFile,
  type SessionCapacity,
  type SessionFlags,
} from './session-settings.ts';
import { type SettingsFile, settingsFileSchema } from './settings-schema.ts';

/** Name of the configuration file. */
export const settingsFileName = 'mcp_modes_server_config.json';

/** Command-line flags. Missing flags come from the environment, then from the file. */
export interface SettingsFlags extends GatewayFlags, SessionFlags, DatabaseFlags, AuditFlags {
  readonly config?: string;
  readonly projectRoot?: string;
  readonly globalConfigDir?: string;
  readonly mode?: string;
  readonly disableTool?: readonly string[];
  readonly conditionEnv?: readonly string[];
  readonly shell?: string;
  readonly sessionTimeout?: string;
  readonly logLevel?: string;
  readonly logFile?: string;
  readonly toolErrors?: string;
}

/** Resolved settings: absolute paths, times in milliseconds. */
export interface Settings {
  readonly serverName: string;
  /** Replaces the package version in `serverInfo`. */
  readonly serverVersion: string | undefined;
  readonly serverDescription: string | undefined;
  readonly projectRoot: string;
  readonly globalConfigDir: string;
  /** Folder that contains the user's own `.roo` rules. */
  readonly homeDir: string;
  /** Initial mode of every connection and task; undefined for none. */
  readonly mode: string | undefined;
  /** Settings for agents' hooks over HTTP. */
  readonly hooks: HookSettings;
  readonly gateway: GatewaySettings;
  /** Settings for authentication over HTTP. */
  readonly auth: AuthSettings;
  readonly disabledTools: readonly string[];
  /**
   * Variables that conditions may read. A decision reveals whether a value matches, so conditions cannot read any other
   * variables.
   */
  readonly conditionEnv: readonly string[];
  /** Shell that runs commands; undefined if none is named. */
  readonly shell: CommandShell | undefined;
  readonly sessionTimeoutMs: number;
  readonly cleanupIntervalMs: number;
  readonly sessionCapacity: SessionCapacity;
  /** File of persistent sessions; undefined if sessions are kept in memory. */
  readonly sessionFile: string | undefined;
  /** Database that several instances share; undefined for none. */
  readonly database: DatabaseSettings | undefined;
  readonly logLevel: LogLevelName;
  readonly logFile: string | undefined;
  readonly logFormat: string | undefined;
  readonly audit: AuditSettings | undefined;
  /** Form in which failed tool calls are reported. */
  readonly toolErrors: 'result' | 'jsonrpc';
  /** Section `http` of the file; only the command `serve` uses it. */
  readonly http: ModesHttpFile;
  /** The configuration file that was read, if any. */
  readonly configFile: string | undefined;
}

/** Default name of the server. */
export const defaultServerName = 'modegate-modes-server';

/**
 * Resolves the settings: flags override the environment, which overrides the file, which overrides the defaults.
 *
 * @throws {AppError} exit code 2 if the file cannot be read or a value is invalid; the message names the key and the
 * expected form.
 */
export function resolveSettings(flags: SettingsFlags, env: Environment = process.env): Settings {
  const globalConfigDir = expandPath(flags.globalConfigDir ?? nonEmpty(env.ROO_CONFIG_DIR) ?? '~/.roo-code');
  const { file, content } = readSettingsFile(flags, env, globalConfigDir);
  const pick = (flag: string | undefined, variable: string, value: string | null | undefined) =>
    flag ?? nonEmpty(env[variable]) ?? value ?? undefined;
  const path = (value: string | undefined) => (value === undefined ? undefined : expandPath(value));
  const timeout = pick(flags.sessionTimeout, 'MODEGATE_SESSION_TIMEOUT', content.sessions?.timeout?.toString());
  const configuredDir =
    flags.globalConfigDir ?? nonEmpty(env.ROO_CONFIG_DIR) ?? content.paths?.global_config_dir ?? undefined;
  const gateway = resolveGatewaySettings({
    flags,
    env,
    content,
    globalConfigDir: path(configuredDir) ?? globalConfigDir,
  });
  return {
    serverName: content.server?.name ?? defaultServerName,
    serverVersion: content.server?.version,
    serverDescription: content.server?.description,
    projectRoot: expandPath(pick(flags.projectRoot, 'ROO_PROJECT_ROOT', content.paths?.project_root) ?? '.'),
    globalConfigDir: path(configuredDir) ?? globalConfigDir,
    homeDir: homedir(),
    mode: pick(flags.mode, 'MODEGATE_MODE', content.modes?.fixed),
    hooks: resolveHookSettings(content),
    gateway,
    auth: resolveAuthSettings(content.auth, { tokensFile: join(gateway.stateDir, 'tokens.json'), file }),
    conditionEnv: flags.conditionEnv ?? splitList(env.MODEGATE_CONDITION_ENV) ?? content.modes?.condition_env ?? [],
    disabledTools: readDisabledTools(flags, env, { file, content }),
    shell: readShell(pick(flags.shell, 'MODEGATE_SHELL', content.modes?.shell)),
    sessionTimeoutMs: readSeconds(timeout ?? '3600', 'The session timeout') * 1000,
    cleanupIntervalMs: (content.sessions?.cleanup_interval ?? 300) * 1000,
    sessionCapacity: resolveSessionCapacity(flags, env, content),
    ...resolveSessionStorage(flags, env, content),
    logLevel: readChoice(
      'The log level',
      logLevels,
      pick(flags.logLevel, 'MODEGATE_LOG_LEVEL', content.logging?.level) ?? 'INFO',
    ),
    logFile: path(pick(flags.logFile, 'MODEGATE_LOG_FILE', content.logging?.file)),
    logFormat: content.logging?.format,
    audit: resolveAuditSettings(flags, env, content.audit ?? {}),
    toolErrors: readToolErrors(flags.toolErrors, env, content.server?.tool_errors),
    http: content.http ?? {},
    configFile: file,
  };
}

function readSettingsFile(
  flags: SettingsFlags,
  env: Environment,
  globalConfigDir: string,
): { readonly file?: string; readonly content: SettingsFile } {
  const asked = flags.config ?? nonEmpty(env.MODEGATE_CONFIG);
  const file = asked === undefined ? join(globalConfigDir, settingsFileName) : expandPath(asked);
  if (asked === undefined && isAbsent(file)) return { content: {} };
  return {
    file,
    content: checkSettings(readJsonSettings(readText(file), file), settingsFileSchema(), logFormatProblems),
  };
}

/** A dangling link does not count as absent, nor does an unreadable path: its content is unknown. */
function isAbsent(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return errorCode(error) === 'ENOTDIR';
  }
}

function logFormatProblems({ logging }: SettingsFile) {
  const problem = logging?.format === undefined ? undefined : logFormatProblem(logging.format);
  return problem === undefined ? [] : [{ path: ['logging', 'format'], message: `logging.format ${problem}` }];
}

/** Refuses two locations. @throws {AppError} exit code 2 for two locations, because choosing one would be a guess. */
function resolveSessionStorage(
  flags: SettingsFlags,
  env: Environment,
  content: SettingsFile,
): Pick<Settings, 'sessionFile' | 'database'> {
  const sessionFile = resolveSessionFile(flags, env, content);
  const database = resolveDatabase(flags, env, content.database);
  if (sessionFile === undefined || database === undefined) return { sessionFile, database };
  throw new AppError(
    `The configuration stores sessions both in the database and in ${sessionFile}. Remove either --database (MODEGATE_DATABASE, database.url) or --session-storage (MODEGATE_SESSION_STORAGE, sessions.persistence.enabled).`,
    2,
  );
}

function readText(file: string): string {
  try {
    // Reading a pipe or a device may never end.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file');
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError(
      `The configuration file ${file} could not be read: ${(cause as Error).message}. Create one with 'modes-server config init'.`,
      2,
      cause,
    );
  }
}

/** A misspelt tool name would leave the tool open. */
function resolveHookSettings({ hooks = {} }: SettingsFile): HookSettings {
  const { default_mode, agents, tools, protect } = hooks;
  return { defaultMode: default_mode ?? undefined, agents, tools, protect };
}

function readShell(value: string | undefined): CommandShell | undefined {
  return value === undefined ? undefined : readChoice('The shell', commandShells, value);
}

function readDisabledTools(
  flags: SettingsFlags,
  env: Environment,
  { file, content }: { readonly file: string | undefined; readonly content: SettingsFile },
): readonly string[] {
  const fromEnv = splitList(env.MODEGATE_DISABLED_TOOLS);
  const disabledTools = flags.disableTool ?? fromEnv ?? content.modes?.disabled_tools ?? [];
  const [unknown] = compilePolicy({ builtin: [], disabledTools }).problems;
  if (unknown === undefined) return disabledTools;
  const inFile = `${file ?? ''}: modes.disabled_tools`;
  const place = flags.disableTool ? '--disable-tool' : fromEnv ? 'MODEGATE_DISABLED_TOOLS' : inFile;
  throw new AppError(`${place}: ${unknown.message}`, 2);
}

function readSeconds(text: string, what: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 31_536_000) return seconds;
  throw new AppError(`${what} must be a number of seconds above 0 and at most 31536000 (a year), not '${text}'.`, 2);
}
