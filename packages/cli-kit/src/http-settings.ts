import { nearestName } from '@modegate/nearest-name';
import { AppError } from '@modegate/text-files/settings';
import { printError } from './print.ts';
import { type Environment, nonEmpty, splitList } from './setting-values.ts';

/**
 * The configurable limits: each name contains the limit and its unit; if a limit is not set, the transport's default
 * applies.
 */
export const httpLimitSettings = {
  max_body_bytes: { key: 'maxBodyBytes', least: 1_024, most: 104_857_600 },
  max_header_bytes: { key: 'maxHeaderBytes', least: 4_096, most: 1_048_576 },
  headers_timeout_ms: { key: 'headersTimeoutMs', least: 100, most: 600_000 },
  request_timeout_ms: { key: 'requestTimeoutMs', least: 100, most: 3_600_000 },
  keep_alive_ms: { key: 'keepAliveMs', least: 100, most: 3_600_000 },
  max_connections: { key: 'maxConnections', least: 1, most: 100_000 },
  max_sessions: { key: 'maxSessions', least: 1, most: 100_000 },
  max_principals: { key: 'maxPrincipals', least: 1, most: 100_000 },
  max_sessions_each: { key: 'maxSessionsEach', least: 1, most: 100_000 },
  max_connections_each: { key: 'maxConnectionsEach', least: 1, most: 100_000 },
  session_idle_ms: { key: 'sessionIdleMs', least: 0, most: 86_400_000 },
  session_end_ms: { key: 'sessionEndMs', least: 1_000, most: 604_800_000 },
  max_pending: { key: 'maxPending', least: 1, most: 10_000 },
  max_streams: { key: 'maxStreams', least: 1, most: 1_000 },
  max_unsent_bytes: { key: 'maxUnsentBytes', least: 65_536, most: 1_073_741_824 },
  max_events: { key: 'maxEvents', least: 0, most: 100_000 },
  max_event_bytes: { key: 'maxEventBytes', least: 0, most: 1_073_741_824 },
  max_event_bytes_each: { key: 'maxEventBytesEach', least: 0, most: 1_073_741_824 },
  max_all_event_bytes: { key: 'maxAllEventBytes', least: 0, most: 68_719_476_736 },
  drain_ms: { key: 'drainMs', least: 0, most: 600_000 },
} as const;

/** A name of {@link httpLimitSettings}. */
export type HttpLimitName = keyof typeof httpLimitSettings;

/** HTTP limits under the transport's names. */
export type HttpLimitValues = { readonly [Name in HttpLimitName as (typeof httpLimitSettings)[Name]['key']]?: number };

/** Command-line settings for serving over HTTP; missing values come from the environment, then from the file. */
export interface HttpFlags {
  readonly http?: string;
  readonly allowedHost?: readonly string[];
  readonly allowedOrigin?: readonly string[];
  readonly httpLimit?: readonly string[];
}

/** Settings in a configuration file for serving over HTTP. */
export interface HttpFileSettings {
  readonly listen?: string | null | undefined;
  readonly allowed_hosts?: readonly string[] | null | undefined;
  readonly allowed_origins?: readonly string[] | null | undefined;
  readonly limits?: { readonly [Name in HttpLimitName]?: number | undefined } | undefined;
}

/** The address for serving over HTTP, and the permitted clients. */
export interface HttpSettings {
  readonly host: string;
  /** Port to listen on; 0 lets the system choose. */
  readonly port: number;
  /** Permitted host names; undefined to allow the loopback names. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[];
  readonly limits: HttpLimitValues;
}

/**
 * Resolves the settings for serving over HTTP; returns undefined if HTTP was not requested.
 *
 * @throws {AppError} exit code 2 if a value is not usable; the message states the source of the value and the expected
 * value.
 */
export function resolveHttpSettings(
  flags: HttpFlags,
  env: Environment,
  file: HttpFileSettings = {},
): HttpSettings | undefined {
  const listen = flags.http ?? nonEmpty(env.MODEGATE_HTTP) ?? file.listen ?? undefined;
  if (listen === undefined) return undefined;
  const { host, port } = readListen(listen);
  const allowedHosts = flags.allowedHost ?? splitList(env.MODEGATE_HTTP_ALLOWED_HOSTS) ?? file.allowed_hosts;
  const written = flags.httpLimit ?? splitList(env.MODEGATE_HTTP_LIMITS) ?? [];
  return {
    host,
    port,
    // Requests use the name of the host on which the server listens, unless the server listens on all addresses.
    allowedHosts: allowedHosts ?? (isOwnName(host) ? undefined : [bracketed(host)]),
    allowedOrigins: flags.allowedOrigin ?? splitList(env.MODEGATE_HTTP_ALLOWED_ORIGINS) ?? file.allowed_origins ?? [],
    limits: { ...fileLimits(file.limits ?? {}), ...readLimits(written) },
  };
}

/**
 * Refuses to serve if others can connect without authentication, or if the allowed host names are missing.
 *
 * @throws {AppError} exit code 2.
 */
export function requireGuard(
  { host, allowedHosts }: HttpSettings,
  {
    isLoopback,
    guard,
  }: { readonly isLoopback: boolean; readonly guard: { readonly isThere: boolean; readonly remedy: string } },
): void {
  if (isLoopback) return;
  if (!guard.isThere) {
    throw new AppError(
      `Serving on ${host} accepts requests from other machines, and nothing restricts what they may do. ${guard.remedy} Or serve on 127.0.0.1.`,
    );
  }
  if (allowedHosts !== undefined && !allowedHosts.some(isEveryAddress)) return;
  throw new AppError(
    `Serving on ${host} requires the names that clients use for this server. Pass --allowed-host modes.example once for each name (env MODEGATE_HTTP_ALLOWED_HOSTS).`,
  );
}

/** The settings in the form that the transport expects. */
export interface HttpServeOptions extends HttpLimitValues {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** True to shut down cleanly on a signal. */
  readonly signals: true;
}

/**
 * Starts serving with the settings, and prints a line with the address to stderr.
 *
 * @throws {AppError} exit code 1 if the address is not available.
 */
export async function startHttp<Serving extends { readonly url: string }>(
  settings: HttpSettings,
  start: (options: HttpServeOptions) => Promise<Serving>,
): Promise<Serving> {
  const { host, port, allowedHosts, allowedOrigins, limits } = settings;
  const hosts = allowedHosts === undefined ? {} : { allowedHosts };
  try {
    const serving = await start({ ...limits, host, port, ...hosts, allowedOrigins, signals: true });
    printError(`Serving on ${serving.url}`);
    return serving;
  } catch (error) {
    throw listenFailure(error, settings);
  }
}

function listenFailure(error: unknown, { host, port }: HttpSettings): AppError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason =
    code === 'EADDRINUSE'
      ? 'another program is already listening there. Choose another port, or 0 for any free port'
      : code === 'EACCES'
        ? 'the system does not allow it. Ports below 1024 often require special rights; choose a higher port'
        : message;
  return new AppError(`Could not serve on ${bracketed(host)}:${port}: ${reason}.`, 1, error);
}

function isOwnName(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '127.0.0.1';
}

function isEveryAddress(host: string): boolean {
  return ['0.0.0.0', '[::]', '::'].includes(host);
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function readListen(text: string): { readonly host: string; readonly port: number } {
  const [, bracket, name, digits = ''] = /^(?:\[([\da-fA-F:.]+)\]:|([\w.-]+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== '' && port <= 65_535) return { host: bracket ?? name ?? '127.0.0.1', port };
  throw new AppError(
    `--http must be a port from 0 to 65535, or host:port such as 127.0.0.1:8080 or [::1]:8080, not '${text.slice(0, 60)}'.`,
  );
}

function fileLimits(limits: NonNullable<HttpFileSettings['limits']>): HttpLimitValues {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [httpLimitSettings[name as HttpLimitName].key, value]));
}

function readLimits(written: readonly string[]): HttpLimitValues {
  return Object.fromEntries(written.map(readLimit));
}

function readLimit(text: string): readonly [string, number] {
  const [, name = text, value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!Object.hasOwn(httpLimitSettings, name)) {
    const known = Object.keys(httpLimitSettings);
    const near = nearestName(name, known);
    const hint = near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean '${near}'?`;
    throw new AppError(`--http-limit: unknown limit '${name.slice(0, 60)}'. ${hint}`);
  }
  const { key, least, most } = httpLimitSettings[name as HttpLimitName];
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return [key, number];
  throw new AppError(
    `--http-limit ${name}=… must be an integer from ${least} to ${most}, not '${value.slice(0, 60)}'.`,
  );
}
