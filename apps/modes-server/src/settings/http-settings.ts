import {
  AppError,
  type Environment,
  expandPath,
  type HttpFileSettings,
  type HttpFlags,
  type HttpSettings,
  nonEmpty,
  readSwitch,
  resolveHttpSettings,
} from '@modegate/cli-kit';

/** Command-line flags for HTTP, including the pages that only this server has. */
export interface ModesHttpFlags extends HttpFlags {
  /** False with `--no-metrics`. */
  readonly metrics?: boolean;
  readonly ui?: boolean;
  readonly hookSocket?: string;
}

/** Section `http` of the configuration file. */
export interface ModesHttpFile extends HttpFileSettings {
  readonly metrics?: boolean | null | undefined;
  readonly ui?: boolean | null | undefined;
  readonly hook_socket?: string | null | undefined;
}

/** HTTP settings: address, clients and pages. */
export interface ModesHttpSettings extends HttpSettings {
  /** True if `/metrics` is served. */
  readonly hasMetrics: boolean;
  /** True if the page `/ui/` is served. */
  readonly hasUi: boolean;
  /** Unix socket that also answers agents' hooks; undefined for none. */
  readonly hookSocket: string | undefined;
}

/**
 * Resolves the HTTP settings; undefined if HTTP is not requested.
 *
 * @throws {AppError} exit code 2 for an invalid value; the message names the key and the expected form.
 */
export function resolveModesHttp(
  flags: ModesHttpFlags,
  env: Environment,
  file: ModesHttpFile = {},
): ModesHttpSettings | undefined {
  const http = resolveHttpSettings(flags, env, file);
  if (http === undefined) return undefined;
  const hookSocket = flags.hookSocket ?? nonEmpty(env.MODEGATE_HOOK_SOCKET) ?? file.hook_socket ?? undefined;
  if (hookSocket !== undefined && process.platform === 'win32')
    throw new AppError('--hook-socket requires Unix sockets with an owner, which Windows does not support.');
  return {
    ...http,
    // Commander passes true if the flag is absent.
    hasMetrics: flags.metrics !== false && (readSwitch(env, 'MODEGATE_HTTP_METRICS') ?? file.metrics ?? true),
    hasUi: flags.ui ?? readSwitch(env, 'MODEGATE_HTTP_UI') ?? file.ui ?? false,
    hookSocket: hookSocket === undefined ? undefined : expandPath(hookSocket, '--hook-socket'),
  };
}
