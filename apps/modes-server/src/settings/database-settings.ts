import { AppError, type Environment, expandPath, nonEmpty } from '@modegate/cli-kit';
import * as z from 'zod';

/** Command-line flags of the database and its instances. */
export interface DatabaseFlags {
  readonly database?: string;
  readonly databasePasswordFile?: string;
  readonly relay?: string;
}

/** The section `database` of the configuration file. */
export const databaseSchema = () =>
  z.strictObject({
    url: z.string().min(1).nullable().optional(),
    password_file: z.string().min(1).nullable().optional(),
    schema: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'expected lower-case letters, digits and underscores, at most 63')
      .optional(),
    max_connections: z.number().int().min(2).max(1_000).optional(),
    relay: z.string().min(1).nullable().optional(),
  });

/** Defaults of the database settings. */
export const databaseDefaults = { schema: 'modegate', maxConnections: 10 } as const;

/** Address for the other instances. */
export interface RelayAddress {
  readonly host: string;
  /** Port; 0 lets the system choose one. */
  readonly port: number;
}

/** PostgreSQL database that several instances share. */
export interface DatabaseSettings {
  /** URL of the database; may contain a password, so it must not be logged. */
  readonly url: string;
  /** File that contains the password, if the URL has none. */
  readonly passwordFile: string | undefined;
  readonly schema: string;
  readonly maxConnections: number;
  /** Address for relayed requests; undefined if requests are not relayed. */
  readonly relay: RelayAddress | undefined;
}

/**
 * Resolves the database settings: flags override the environment, which overrides the file; undefined without a
 * database.
 *
 * @throws {AppError} exit code 2 for an invalid value; messages never quote a URL, which may contain a password.
 */
export function resolveDatabase(
  flags: DatabaseFlags,
  env: Environment,
  file: z.infer<ReturnType<typeof databaseSchema>> = {},
): DatabaseSettings | undefined {
  if (flags.database !== undefined && hasPassword(flags.database))
    throw new AppError(
      '--database must not contain a password: every user of this machine can read the arguments of running programs. Set MODEGATE_DATABASE or PGPASSWORD instead, or specify a file with --database-password-file.',
      2,
    );
  const url = flags.database ?? nonEmpty(env.MODEGATE_DATABASE) ?? file.url ?? undefined;
  const passwordFile =
    flags.databasePasswordFile ?? nonEmpty(env.MODEGATE_DATABASE_PASSWORD_FILE) ?? file.password_file ?? undefined;
  const relay = flags.relay ?? nonEmpty(env.MODEGATE_RELAY) ?? file.relay ?? undefined;
  if (url === undefined) {
    if (relay === undefined) return undefined;
    throw new AppError(
      '--relay requires a database, because the instances use it to find each other. Add --database <url>.',
      2,
    );
  }
  requireDatabaseUrl(url, placeOf(flags, env));
  return {
    url,
    passwordFile: passwordFile === undefined ? undefined : expandPath(passwordFile),
    schema: file.schema ?? databaseDefaults.schema,
    maxConnections: file.max_connections ?? databaseDefaults.maxConnections,
    relay: relay === undefined ? undefined : readRelay(relay),
  };
}

function placeOf(flags: DatabaseFlags, env: Environment): string {
  if (flags.database !== undefined) return '--database';
  return nonEmpty(env.MODEGATE_DATABASE) === undefined ? 'database.url' : 'MODEGATE_DATABASE';
}

function hasPassword(url: string): boolean {
  // Even text that is not a URL may contain a password.
  return URL.canParse(url) ? new URL(url).password !== '' || /[?&]password=/i.test(url) : /\/\/[^@]*:[^@]*@/.test(url);
}

function requireDatabaseUrl(url: string, place: string): void {
  const expected = `${place} must be a URL such as postgres://modes@db.example:5432/modegate`;
  if (!URL.canParse(url))
    throw new AppError(
      `${expected}. Characters with a special meaning in URLs must be encoded, for example @ as %40.`,
      2,
    );
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new AppError(`${expected}, not a URL that begins with '${protocol}'.`, 2);
  if (pathname.length < 2 || /[/@]/.test(pathname.slice(1)))
    throw new AppError(`${expected}: the host must be followed by exactly one database name.`, 2);
}

function readRelay(text: string): RelayAddress {
  const [, bracketed, name, digits] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? name;
  const port = Number(digits);
  if (host === undefined || port > 65_535)
    throw new AppError(
      `--relay must be the host:port at which the other instances reach this one, such as 10.0.0.7:8081, not '${text.slice(0, 60)}'.`,
      2,
    );
  if (['0.0.0.0', '::'].includes(host))
    throw new AppError(
      `--relay ${text}: this is a wildcard address, so other instances cannot connect to it. Specify the address of this instance, such as 10.0.0.7:8081.`,
      2,
    );
  return { host, port };
}
