/** A token to send, and the resource that it is for. */
export interface SentToken {
  readonly value: string;
  /** The resource for which the token was issued. */
  readonly resource: string;
  /** The scope of the token; undefined if unknown. */
  readonly scope?: string | undefined;
}

/** A source of tokens for one server. It throws HostErrors that contain no token. */
export interface TokenSource {
  /** The current token, refreshed if possible; undefined if there is none. */
  current(): Promise<SentToken | undefined>;
  /** A replacement for a rejected token; undefined if only a person can obtain one. */
  renew(refused: SentToken): Promise<SentToken | undefined>;
  /** A token with a wider scope; undefined if only a person can obtain one. */
  widen(scope: string): Promise<SentToken | undefined>;
  /** Instructions for obtaining a token, as a sentence. */
  readonly advice: string;
  /** All known secrets, for masking. */
  secrets(): readonly string[];
}

/** Tokens that expire sooner than this are renewed before use. */
export const RENEW_BEFORE_MS = 30_000;

/** Shares one run among all callers that arrive while it is in progress. */
export function shareRunning<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
