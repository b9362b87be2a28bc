const place = 'modegate-token';

/**
 * The token of the address, or of an earlier visit in this tab; undefined for none. It is taken out of the address, so that it is in no
 * history and in no bookmark.
 *
 * @throws {Error} where the address has a code that was used already.
 */
export async function takeToken(): Promise<string | undefined> {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get('code');
  const token = given.get('token') ?? (code === null ? undefined : await exchange(code));
  if (token === undefined) return sessionStorage.getItem(place) ?? undefined;
  sessionStorage.setItem(place, token);
  history.replaceState(null, '', location.pathname);
  return token;
}

async function exchange(code: string): Promise<string> {
  const response = await fetch('api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = (await response.json()) as { readonly token?: string; readonly error?: string };
  if (answer.token === undefined) throw new Error(answer.error ?? 'The page could not be opened.');
  return answer.token;
}
