/** A token to send, and the resource for which it is valid. */
export interface SentToken {
  readonly value: string;
  /** The resource for which the token was issued. */
  readonly resource: string;
  /** The scope of the token; undefined if unknown. */
  readonly scope?: string | undefined;
}

/** A source of tokens for one server. It throws HostErrors that contain no token. */
export interface TokenSource {
  /** Returns the current token, refreshed if possible; undefined if there is no token. */
  current(): Promise<SentToken | undefined>;
  /** Returns a replacement for a rejected token; undefined if only a person can obtain one. */
  renew(refused: SentToken): Promise<SentToken | undefined>;
  /** Returns a token with a wider scope; undefined if only a person can obtain one. */
  widen(scope: string): Promise<SentToken | undefined>;
  /** Sentence that explains how to obtain a token. */
  readonly advice: string;
  /** Returns all known secrets, for masking. */
  secrets(): readonly string[];
}

/** Tokens with less remaining lifetime than this are renewed before use. */
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
