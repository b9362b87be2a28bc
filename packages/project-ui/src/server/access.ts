import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Access to the page by means of its token, or of a code that can be exchanged once for the token. */
export type Access = ReturnType<typeof createAccess>;

const codeHoldsMs = 60_000;

/** Creates a token from 256 random bits. */
export function createAccess(now: () => number = Date.now) {
  const token = randomBytes(32).toString('base64url');
  let code: { readonly text: string; readonly untilMs: number } | undefined;
  return {
    /** The token, for use in the printed address. */
    token,
    /**
     * Issues a code that can be passed on a browser's command line, which other users of the machine can read: the code
     * is valid for a minute and can be used once.
     */
    issueCode() {
      code = { text: randomBytes(32).toString('base64url'), untilMs: now() + codeHoldsMs };
      return code.text;
    },
    /** Returns the token for a code; undefined for a code that has been used, has expired, or never existed. */
    redeem(given: string) {
      if (code === undefined || code.untilMs < now() || !isSame(given, code.text)) return undefined;
      code = undefined;
      return token;
    },
    /** True if an `Authorization` header contains the token. */
    isAdmitted: (authorization: string | undefined) => isSame(authorization ?? '', `Bearer ${token}`),
  };
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
