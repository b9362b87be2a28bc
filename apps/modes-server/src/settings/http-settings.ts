import {
  AppError,
  type Environment,
  expandPath,
  type HttpFlags,
  nonEmpty,
  readSwitch,
  resolveHttpSettings,
} from '@modegate/cli-kit';
import type { SettingsFile } from './settings-schema.ts';

/** Command-line flags for HTTP, including flags for the pages that only this server has. */
export interface ModesHttpFlags extends HttpFlags {
  /** False if `--no-metrics` is set. */
  readonly metrics?: boolean;
  readonly ui?: boolean;
  readonly hookSocket?: string;
}

/** The `http` section of the configuration file. */
export type ModesHttpFile = NonNullable<SettingsFile['http']>;

/** HTTP settings: address, clients and pages. */
export type ModesHttpSettings = NonNullable<ReturnType<typeof resolveModesHttp>>;

/**
 * Resolves the HTTP settings; returns undefined if HTTP is not requested.
 *
 * @throws {AppError} exit code 2 for an invalid value; the message contains the key and the expected form.
 */
export function resolveModesHttp(flags: ModesHttpFlags, env: Environment, file: ModesHttpFile = {}) {
  const http = resolveHttpSettings(flags, env, file);
  if (http === undefined) return undefined;
  const hookSocket = flags.hookSocket ?? nonEmpty(env.MODEGATE_HOOK_SOCKET) ?? file.hook_socket ?? undefined;
  if (hookSocket !== undefined && process.platform === 'win32')
    throw new AppError('--hook-socket requires Unix sockets with an owner, which Windows does not support.');
  return {
    ...http,
    /** True if `/metrics` is served. Commander passes true if the flag is absent. */
    hasMetrics: flags.metrics !== false && (readSwitch(env, 'MODEGATE_HTTP_METRICS') ?? file.metrics ?? true),
    /** True if the page `/ui/` is served. */
    hasUi: flags.ui ?? readSwitch(env, 'MODEGATE_HTTP_UI') ?? file.ui ?? false,
    /** Path of the Unix socket at which the server also responds to agents' hooks; undefined for none. */
    hookSocket: hookSocket === undefined ? undefined : expandPath(hookSocket, '--hook-socket'),
  } as const;
}
