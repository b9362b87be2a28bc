import { AppError } from '@modegate/cli-kit';
import { withDefaults } from './settings-defaults.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { SettingsFile } from './settings-schema.ts';

/** Address at which other instances can reach this one. */
export interface RelayAddress {
  readonly host: string;
  /** Port; 0 lets the system choose one. */
  readonly port: number;
}

/** PostgreSQL database that several instances share. */
export type DatabaseSettings = NonNullable<ReturnType<typeof resolveDatabase>>;

/**
 * Resolves the database settings; returns undefined without a database.
 *
 * @throws {AppError} exit code 2 for an invalid value; messages never quote a URL, which may contain a password.
 */
export function resolveDatabase({ flags, pick, path, placeOf }: SettingsReader, content: SettingsFile) {
  if (flags.database !== undefined && hasPassword(flags.database))
    throw new AppError(
      '--database must not contain a password: every user of this machine can read the arguments of running programs. Set MODEGATE_DATABASE or PGPASSWORD instead, or specify a file with --database-password-file.',
    );
  const file = withDefaults('database', content);
  const url = pick('database', file.url);
  const relay = pick('relay', file.relay);
  if (url === undefined) {
    if (relay === undefined) return undefined;
    throw new AppError(
      '--relay requires a database, because the instances use it to find each other. Add --database <url>.',
    );
  }
  requireDatabaseUrl(url, placeOf('database', 'database.url'));
  return {
    /** URL of the database; may contain a password, so it must not be logged. */
    url,
    /** File that contains the password, if the URL has none. */
    passwordFile: path('databasePasswordFile', file.password_file),
    schema: file.schema,
    maxConnections: file.max_connections,
    /** Address for receiving relayed requests; undefined if requests are not relayed. */
    relay: relay === undefined ? undefined : readRelay(relay),
  } as const;
}

function hasPassword(url: string): boolean {
  // Even text that is not a URL may contain a password.
  return URL.canParse(url) ? new URL(url).password !== '' || /[?&]password=/i.test(url) : /\/\/[^@]*:[^@]*@/.test(url);
}

function requireDatabaseUrl(url: string, place: string): void {
  const expected = `${place} must be a URL such as postgres://modes@db.example:5432/modegate`;
  if (!URL.canParse(url))
    throw new AppError(`${expected}. Characters with a special meaning in URLs must be encoded, for example @ as %40.`);
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new AppError(`${expected}, not a URL that begins with '${protocol}'.`);
  if (pathname.length < 2 || /[/@]/.test(pathname.slice(1)))
    throw new AppError(`${expected}: the host must be followed by exactly one database name.`);
}

function readRelay(text: string): RelayAddress {
  const [, bracketed, name, digits] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? name;
  const port = Number(digits);
  if (host === undefined || port > 65_535)
    throw new AppError(
      `--relay must be the host:port at which the other instances reach this one, such as 10.0.0.7:8081, not '${text.slice(0, 60)}'.`,
    );
  if (['0.0.0.0', '::'].includes(host))
    throw new AppError(
      `--relay ${text}: this is a wildcard address, so other instances cannot connect to it. Specify the address of this instance, such as 10.0.0.7:8081.`,
    );
  return { host, port };
}
