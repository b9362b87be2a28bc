import { attempt, isJsonObject, type JsonObject } from '@modegate/json';
import * as z from 'zod';

/*
 * The file of logins: { "version": 1, "logins": [ … ] }, with one record for each server and issuer, as below.
 * It holds tokens, and so is for its owner only. Times are ISO 8601. What this version does not know is kept.
 */

const text = z.string().min(1).max(20_000);
const time = z.iso.datetime();

const loginSchema = z.looseObject({
  server: text,
  url: text,
  principal: text.optional(),
  issuer: text,
  resource: text,
  client_id: text,
  client_secret: text.optional(),
  client_authentication: z.enum(['none', 'client_secret_basic', 'client_secret_post']),
  access_token: text,
  refresh_token: text.optional(),
  scope: text.optional(),
  wanted_scope: text.optional(),
  expires_at: time.optional(),
  logged_in_at: time,
});

const fileSchema = z.looseObject({ version: z.literal(1), logins: z.array(loginSchema) });

/** Identifies a login by the server's name and URL, so that another URL under the same name cannot use it. */
export interface LoginKey {
  /** The name of the server in its configuration. */
  readonly server: string;
  /** The URL of the server, normalised by {@link loginAddress}. */
  readonly url: string;
  /** The principal, if one process serves several principals; absent for the person who runs the process. */
  readonly principal?: string | undefined;
}

/** A login as stored in the file. */
export type Login = Readonly<z.infer<typeof loginSchema>>;

/** Normalises the URL of a server for logins by removing the fragment. @throws TypeError if the text is not a URL. */
export function loginAddress(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}

/** True if the file can store the text; an overlong text would make the whole file unusable. */
export function canBeKept(value: string): boolean {
  return text.safeParse(value).success;
}

/** True if a login is for this server, URL and principal. */
export function isLoginOf({ server, url, principal }: Login, key: LoginKey): boolean {
  return server === key.server && url === key.url && principal === key.principal;
}

/** Returns the latest login to a server; undefined if there is no login. */
export function findLogin(logins: readonly Login[], key: LoginKey): Login | undefined {
  const own = logins.filter((login) => isLoginOf(login, key));
  return own.reduce<Login | undefined>(
    (last, login) => (last === undefined || login.logged_in_at > last.logged_in_at ? login : last),
    undefined,
  );
}

/** Adds a login and drops any earlier login for the same server and issuer. */
export function withLogin(logins: readonly Login[], login: Login): readonly Login[] {
  return [...logins.filter((each) => !isLoginOf(each, login) || each.issuer !== login.issuer), login];
}

/**
 * Parses the logins in a file's text, or returns the reason why the text cannot be used (a predicate that completes
 * "the file … "). If there is no text, there are no logins.
 */
export function parseLogins(source: string | undefined): readonly Login[] | { readonly problem: string } {
  if (source === undefined || source.trim() === '') return [];
  const file = parseJson(source);
  if (file === undefined) return { problem: 'is not a JSON object' };
  const read = fileSchema.safeParse(file);
  if (read.success) return read.data.logins;
  // Gives only the path, because the message from a schema may contain a value.
  return { problem: `does not have the expected form at /${(read.error.issues[0]?.path ?? []).join('/')}` };
}

/** Returns the text of a file after its logins have been replaced. */
export function printLogins(before: string | undefined, logins: readonly Login[]): string {
  const file = before === undefined ? {} : (parseJson(before) ?? {});
  return `${JSON.stringify({ ...file, version: 1, logins }, undefined, 2)}\n`;
}

function parseJson(source: string): JsonObject | undefined {
  const value: unknown = attempt(() => JSON.parse(source));
  return isJsonObject(value) ? value : undefined;
}
