import type { EditorStrings } from '@modegate/restrictions-editor/views';

const storageKey = 'modegate-token';

/** Returns the token stored for this tab; undefined if there is none. */
export function storedToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Stores a token for this tab. */
export function storeToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
}

/** Removes the token stored for this tab. */
export function forgetPageToken(): void {
  sessionStorage.removeItem(storageKey);
}

/**
 * Returns the token from the address, or from an earlier visit in this tab; undefined if there is none. Removes the
 * token from the address, so that it does not end up in the history or in bookmarks.
 *
 * @throws {Error} if the code in the address has already been used.
 */
export async function takeToken(strings: EditorStrings): Promise<string | undefined> {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get('code');
  const token = given.get('token') ?? (code === null ? undefined : await exchange(code, strings));
  if (token === undefined) return storedToken();
  storeToken(token);
  history.replaceState(null, '', location.pathname);
  return token;
}

async function exchange(code: string, strings: EditorStrings): Promise<string> {
  const response = await fetch('api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = (await response.json()) as { readonly token?: string; readonly error?: string };
  if (answer.token === undefined) throw new Error(answer.error ?? strings.couldNotOpen);
  return answer.token;
}
