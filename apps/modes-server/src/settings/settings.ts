import { lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HookSettings } from '@modegate/agent-hooks/node';
import {
  AppError,
  type Environment,
  expandPath,
  logFormatProblem,
  logLevels,
  readChoice,
  readToolErrors,
} from '@modegate/cli-kit';
import { compilePolicy } from '@modegate/mode-core';
import { type CommandShell, commandShells } from '@modegate/mode-core/commands';
import { resolveAuthSettings } from '@modegate/principals';
import { errorCode } from '@modegate/text-files';
import { checkSettings, readJsonSettings } from '@modegate/text-files/settings';
import { resolveAuditSettings } from './audit-settings.ts';
import { resolveDatabase } from './database-settings.ts';
import { resolveGatewaySettings } from './gateway-settings.ts';
import { resolveSessionCapacity, resolveSessionFile } from './session-settings.ts';
import { settingsDefaults, withDefaults } from './settings-defaults.ts';
import { createSettingsReader, type SettingsFlags, type SettingsReader } from './settings-reader.ts';
import { type SettingsFile, settingsFileSchema } from './settings-schema.ts';

/** Name of the configuration file. */
export const settingsFileName = 'mcp_modes_server_config.json';

/** Resolved settings: absolute paths, times in milliseconds. */
export type Settings = Readonly<ReturnType<typeof resolveSettings>>;

/** Default name of the server. */
export const defaultServerName = settingsDefaults.server.name;

/**
 * Resolves the settings: flags override the environment, which overrides the file, which overrides the defaults.
 *
 * @throws {AppError} exit code 2 if the file cannot be read or a value is invalid; the message contains the key and the
 * expected form.
 */
export function resolveSettings(flags: SettingsFlags, env: Environment = process.env) {
  const reader = createSettingsReader(flags, env);
  const { pick, path, list } = reader;
  const { global_config_dir: defaultDir } = settingsDefaults.paths;
  const { file, content } = readSettingsFile(reader, path('globalConfigDir', defaultDir) ?? '');
  const { server, paths, modes, logging } = content;
  const globalConfigDir = path('globalConfigDir', paths?.global_config_dir ?? defaultDir) ?? '';
  const gateway = resolveGatewaySettings(reader, content, globalConfigDir);
  const { timeout, cleanup_interval } = withDefaults('sessions', content);
  return {
    serverName: server?.name ?? defaultServerName,
    /** Replaces the package version in `serverInfo`. */
    serverVersion: server?.version,
    serverDescription: server?.description,
    projectRoot: path('projectRoot', paths?.project_root) ?? expandPath('.'),
    globalConfigDir,
    /** Folder that contains the user's own `.roo` rules. */
    homeDir: homedir(),
    /** Initial mode of every connection and task; undefined for none. */
    mode: pick('mode', modes?.fixed),
    /** Settings for agents' hooks over HTTP. */
    hooks: resolveHookSettings(content),
    gateway,
    /** Settings for authentication over HTTP. */
    auth: resolveAuthSettings(content.auth, { tokensFile: join(gateway.stateDir, 'tokens.json'), file }),
    /**
     * Variables that conditions may read. Decisions reveal whether a value matches, so conditions cannot read any other
     * variables.
     */
    conditionEnv: list('conditionEnv', modes?.condition_env) ?? [],
    disabledTools: readDisabledTools(reader, modes?.disabled_tools, file),
    /** Shell that runs commands; undefined if none is specified. */
    shell: readShell(pick('shell', modes?.shell)),
    sessionTimeoutMs: readSeconds(pick('sessionTimeout', String(timeout)) ?? '', 'The session timeout') * 1000,
    cleanupIntervalMs: cleanup_interval * 1000,
    sessionCapacity: resolveSessionCapacity(reader, content),
    ...resolveSessionStorage(reader, content),
    logLevel: readChoice('The log level', logLevels, pick('logLevel', logging?.level) ?? 'INFO'),
    logFile: path('logFile', logging?.file),
    logFormat: logging?.format,
    audit: resolveAuditSettings(reader, content),
    /** Form in which failed tool calls are reported. */
    toolErrors: readToolErrors(flags.toolErrors, env, server?.tool_errors),
    /** The `http` section of the file; only the command `serve` uses it. */
    http: content.http ?? {},
    /** The configuration file that was read, if any. */
    configFile: file,
  };
}

function readSettingsFile(
  { path }: SettingsReader,
  globalConfigDir: string,
): { readonly file?: string; readonly content: SettingsFile } {
  const asked = path('config');
  const file = asked ?? join(globalConfigDir, settingsFileName);
  if (asked === undefined && isAbsent(file)) return { content: {} };
  return {
    file,
    content: checkSettings(readJsonSettings(readText(file), file), settingsFileSchema(), logFormatProblems),
  };
}

/** A dangling link is not treated as absent, nor is an unreadable path, because its content is unknown. */
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

/**
 * Rejects settings that specify two locations. @throws {AppError} exit code 2 for two locations, because choosing one
 * would be a guess.
 */
function resolveSessionStorage(reader: SettingsReader, content: SettingsFile) {
  /** File that stores persistent sessions; undefined if sessions are stored only in memory. */
  const sessionFile = resolveSessionFile(reader, content);
  /** Database that several instances share; undefined for none. */
  const database = resolveDatabase(reader, content);
  if (sessionFile === undefined || database === undefined) return { sessionFile, database };
  throw new AppError(
    `The configuration stores sessions both in the database and in ${sessionFile}. Remove either --database (MODEGATE_DATABASE, database.url) or --session-storage (MODEGATE_SESSION_STORAGE, sessions.persistence.enabled).`,
  );
}

function readText(file: string): string {
  try {
    // Reading from a pipe or a device might never end.
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

/** A misspelt tool name would leave the tool unrestricted. */
function resolveHookSettings({ hooks = {} }: SettingsFile): HookSettings {
  const { default_mode, agents, tools, protect } = hooks;
  return { defaultMode: default_mode ?? undefined, agents, tools, protect };
}

function readShell(value: string | undefined): CommandShell | undefined {
  return value === undefined ? undefined : readChoice('The shell', commandShells, value);
}

function readDisabledTools(
  { list, placeOf }: SettingsReader,
  written: readonly string[] | undefined,
  file = '',
): readonly string[] {
  const disabledTools = list('disableTool', written) ?? [];
  const [unknown] = compilePolicy({ builtin: [], disabledTools }).problems;
  if (unknown === undefined) return disabledTools;
  throw new AppError(`${placeOf('disableTool', `${file}: modes.disabled_tools`)}: ${unknown.message}`);
}

function readSeconds(text: string, what: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 31_536_000) return seconds;
  throw new AppError(`${what} must be a number of seconds above 0 and at most 31536000 (a year), not '${text}'.`);
}
