import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Access to the page by its token, or by a code that is exchanged for it once. */
export interface Access {
  /** For the address that is printed. */
  readonly token: string;
  /** A code for the command line of a browser, which others on the machine can read: it holds for a minute and for one use. */
  readonly issueCode: () => string;
  /** The token for a code; undefined for a code that was used, has expired, or never existed. */
  readonly redeem: (code: string) => string | undefined;
  /** True if an `Authorization` header has the token. */
  readonly isAdmitted: (authorization: string | undefined) => boolean;
}

const codeHoldsMs = 60_000;

/** Makes a token of 256 random bits. */
export function createAccess(now: () => number = Date.now): Access {
  const token = randomBytes(32).toString('base64url');
  let code: { readonly text: string; readonly untilMs: number } | undefined;
  return {
    token,
    issueCode() {
      code = { text: randomBytes(32).toString('base64url'), untilMs: now() + codeHoldsMs };
      return code.text;
    },
    redeem(given) {
      if (code === undefined || code.untilMs < now() || !isSame(given, code.text)) return undefined;
      code = undefined;
      return token;
    },
    isAdmitted: (authorization) => isSame(authorization ?? '', `Bearer ${token}`),
  };
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
