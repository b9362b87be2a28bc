import { isJsonObject, type JsonObject } from '@modegate/json';
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

/** Whose login it is: the name and the address of a server together, so that another address under the same name gets nothing. */
export interface LoginKey {
  /** The name of the server in its configuration. */
  readonly server: string;
  /** The address of the server, as {@link loginAddress} writes it. */
  readonly url: string;
  /** The principal it belongs to, where one process serves several; absent for the person who runs it. */
  readonly principal?: string | undefined;
}

/** A login as the file keeps it, under the names that it has there. */
export type Login = Readonly<z.infer<typeof loginSchema>>;

/** The address of a server as logins are kept by it: normalised, without a fragment. @throws TypeError when it is not a URL. */
export function loginAddress(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}

/** Whether the file takes a text; one that is longer would make it unusable for all logins. */
export function canBeKept(value: string): boolean {
  return text.safeParse(value).success;
}

/** Whether a login is for this server, at this address, for this principal. */
export function isLoginOf({ server, url, principal }: Login, key: LoginKey): boolean {
  return server === key.server && url === key.url && principal === key.principal;
}

/** The login of a server that was made last; undefined when there is none. */
export function findLogin(logins: readonly Login[], key: LoginKey): Login | undefined {
  const own = logins.filter((login) => isLoginOf(login, key));
  return own.reduce<Login | undefined>(
    (last, login) => (last === undefined || login.logged_in_at > last.logged_in_at ? login : last),
    undefined,
  );
}

/** Puts a login in place of the one that the same server has from the same issuer. */
export function withLogin(logins: readonly Login[], login: Login): readonly Login[] {
  return [...logins.filter((each) => !isLoginOf(each, login) || each.issuer !== login.issuer), login];
}

/** The logins in a text, or why it cannot be used, which completes "the file … "; without a text there are none. */
export function parseLogins(source: string | undefined): readonly Login[] | { readonly problem: string } {
  if (source === undefined || source.trim() === '') return [];
  const file = parseJson(source);
  if (file === undefined) return { problem: 'is not a JSON object' };
  const read = fileSchema.safeParse(file);
  if (read.success) return read.data.logins;
  // Only the place: the message of a schema may show a value.
  return { problem: `does not have the expected form at /${(read.error.issues[0]?.path ?? []).join('/')}` };
}

/** The text of a file with these logins in place of those that `before` has. */
export function printLogins(before: string | undefined, logins: readonly Login[]): string {
  const file = before === undefined ? {} : (parseJson(before) ?? {});
  return `${JSON.stringify({ ...file, version: 1, logins }, undefined, 2)}\n`;
}

function parseJson(source: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
