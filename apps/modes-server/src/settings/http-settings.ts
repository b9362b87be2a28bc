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

/** What the command line can say about serving over HTTP, with the pages that only this server has. */
export interface ModesHttpFlags extends HttpFlags {
  /** False after `--no-metrics`. */
  readonly metrics?: boolean;
  readonly ui?: boolean;
  readonly hookSocket?: string;
}

/** What the configuration file can say about it. */
export interface ModesHttpFile extends HttpFileSettings {
  readonly metrics?: boolean | null | undefined;
  readonly ui?: boolean | null | undefined;
  readonly hook_socket?: string | null | undefined;
}

/** Where to serve over HTTP, for which clients, and with which pages. */
export interface ModesHttpSettings extends HttpSettings {
  /** Whether `/metrics` is there. */
  readonly hasMetrics: boolean;
  /** Whether the page `/ui/` is there. */
  readonly hasUi: boolean;
  /** The Unix socket at which hooks of agents are answered too; undefined for none. */
  readonly hookSocket: string | undefined;
}

/**
 * Resolves how to serve over HTTP; undefined when nothing asks for it.
 *
 * @throws {AppError} exit code 2 when a value is not usable; the message names the place and what was expected.
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
    throw new AppError('--hook-socket needs Unix sockets with an owner, which Windows does not have.');
  return {
    ...http,
    // Commander says true where the flag is absent.
    hasMetrics: flags.metrics !== false && (readSwitch(env, 'MODEGATE_HTTP_METRICS') ?? file.metrics ?? true),
    hasUi: flags.ui ?? readSwitch(env, 'MODEGATE_HTTP_UI') ?? file.ui ?? false,
    hookSocket: hookSocket === undefined ? undefined : expandPath(hookSocket, '--hook-socket'),
  };
}
