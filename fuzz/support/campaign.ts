import fc from 'fast-check';

/** One thing that is fuzzed. */
export interface Target {
  readonly name: string;
  readonly open: () => Campaign | Skipped | Promise<Campaign | Skipped>;
}

/** Why a target cannot run here. */
export interface Skipped {
  readonly skipped: string;
}

/** A target that is being fuzzed. */
export interface Campaign {
  /** How many inputs were judged so far, those of shrinking left out. */
  readonly cases: () => number;
  /** Judges random inputs until the time is over or one fails. */
  readonly round: (options: RoundOptions) => Promise<FoundFailure | undefined>;
  /** Makes a failing input small; one that does not fail by itself stays as it is. */
  readonly shrink: (failure: FoundFailure, timeMs: number) => Promise<FoundFailure>;
  /** Ends what `open` started; throws when the end itself is wrong. */
  readonly close: () => Promise<void>;
  /** Facts for the line of the report. */
  readonly notes: () => string;
}

/** How one round runs. */
export interface RoundOptions {
  readonly seed: number;
  readonly timeMs: number;
  /** Replays one case instead: a path of fast-check. */
  readonly path?: string | undefined;
  readonly numRuns: number;
  /** Told before each case. */
  readonly onCase: () => void;
}

/** A failing case, and the seed and the path that lead to it. */
export interface FoundFailure {
  readonly seed: number;
  readonly path: string;
  readonly input: unknown;
  readonly error: unknown;
}

/** What a campaign is made of. */
export interface CampaignParts<Input> {
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Throws when the input shows a failure. */
  readonly judge: (input: Input) => void | Promise<void>;
  readonly close?: () => Promise<void>;
  readonly notes?: () => string;
}

/** Builds a campaign from inputs and the judge of one. */
export function createCampaign<Input>(parts: CampaignParts<Input>): Campaign {
  let cases = 0;
  const check = (parameters: fc.Parameters<[Input]>, onCase: () => void) =>
    fc.check(
      fc.asyncProperty(parts.arbitrary, async (input) => {
        onCase();
        await parts.judge(input);
      }),
      parameters,
    );
  return {
    cases: () => cases,
    round: async ({ seed, timeMs, path, numRuns, onCase }) => {
      const counted = (): void => {
        cases++;
        onCase();
      };
      const details = await check(
        {
          seed,
          numRuns,
          endOnFailure: true,
          interruptAfterTimeLimit: Math.max(timeMs, 1),
          ...(path === undefined ? {} : { path }),
        },
        counted,
      );
      if (!details.failed || details.counterexamplePath === null) return undefined;
      return {
        seed,
        path: details.counterexamplePath,
        input: details.counterexample?.[0],
        error: details.errorInstance,
      };
    },
    shrink: async (failure, timeMs) => {
      const details = await check(
        { seed: failure.seed, path: failure.path, interruptAfterTimeLimit: timeMs },
        () => undefined,
      );
      if (!details.failed) return failure;
      const path = details.counterexamplePath ?? failure.path;
      return { ...failure, path, input: details.counterexample?.[0], error: details.errorInstance };
    },
    close: parts.close ?? (() => Promise.resolve()),
    notes: parts.notes ?? (() => ''),
  };
}
