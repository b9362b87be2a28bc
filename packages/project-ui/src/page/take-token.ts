import type { PageStrings } from './parts/strings.ts';

const place = 'modegate-token';

/** The token of an earlier visit in this tab; undefined for none. */
export function keptToken(): string | undefined {
  return sessionStorage.getItem(place) ?? undefined;
}

/** Keeps a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(place, token);
}

/** Forgets it. */
export function forgetToken(): void {
  sessionStorage.removeItem(place);
}

/**
 * The token of the address, or of an earlier visit in this tab; undefined for none. It is taken out of the address, so that it is in no
 * history and in no bookmark.
 *
 * @throws {Error} where the address has a code that was used already.
 */
export async function takeToken(strings: PageStrings): Promise<string | undefined> {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get('code');
  const token = given.get('token') ?? (code === null ? undefined : await exchange(code, strings));
  if (token === undefined) return keptToken();
  keepToken(token);
  history.replaceState(null, '', location.pathname);
  return token;
}

async function exchange(code: string, strings: PageStrings): Promise<string> {
  const response = await fetch('api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = (await response.json()) as { readonly token?: string; readonly error?: string };
  if (answer.token === undefined) throw new Error(answer.error ?? strings.couldNotOpen);
  return answer.token;
}
