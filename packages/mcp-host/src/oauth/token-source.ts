/** A token that may be sent, and where to. */
export interface SentToken {
  readonly value: string;
  /** The resource that it was issued for. */
  readonly resource: string;
  /** What it covers; undefined when that is not known. */
  readonly scope?: string | undefined;
}

/** Where the tokens of one server come from. What it throws is a HostError that shows no token. */
export interface TokenSource {
  /** The token to send now, fresh if it can be; undefined when there is none. */
  current(): Promise<SentToken | undefined>;
  /** Another token than the one that was refused; undefined when only a person can get one. */
  renew(refused: SentToken): Promise<SentToken | undefined>;
  /** A token with a wider scope; undefined when only a person can get one. */
  widen(scope: string): Promise<SentToken | undefined>;
  /** What a person has to do to get a token, as a sentence. */
  readonly advice: string;
  /** Every secret that the source knows, for masking. */
  secrets(): readonly string[];
}

/** A token that ends sooner is renewed before it is sent. */
export const RENEW_BEFORE_MS = 30_000;

/** Gives those who ask while something runs its result, so that it runs once at a time. */
export function shareRunning<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
