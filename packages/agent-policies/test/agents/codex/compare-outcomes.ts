import { predictCodex } from './predict.ts';
import { type CodexOutcome, type CodexSituation, labelOf } from './situation.ts';

/** Recorded answers of Codex: for each situation, the outcomes of its calls, in order. */
export interface CodexRecording {
  readonly version: string;
  readonly outcomes: Readonly<Record<string, string>>;
}

/** Differences between the evaluator and Codex, one line each. */
export interface CodexDifferences {
  readonly pairs: number;
  readonly wider: readonly string[];
  readonly stricter: readonly string[];
  readonly unknown: readonly string[];
}

/** Compares what Codex did with what the evaluator predicts. A situation without a record counts as wider. */
export function compareOutcomes(
  situations: readonly CodexSituation[],
  { outcomes }: Pick<CodexRecording, 'outcomes'>,
): CodexDifferences {
  const all = situations.flatMap((situation) => {
    const recorded = (outcomes[situation.name] ?? '').split(', ') as CodexOutcome[];
    return predictCodex(situation).map(({ outcome, because }, index) => {
      const real = recorded[index] ?? 'deny';
      const call = situation.calls[index];
      const line = `${situation.name} | ${call === undefined ? '' : labelOf(call)} | Codex: ${real}, here: ${outcome}. ${because}`;
      const difference = outcome === 'unknown' ? 'unknown' : Math.sign(rank(outcome) - rank(real));
      return { line, difference };
    });
  });
  const linesOf = (kind: number | 'unknown') =>
    all.filter(({ difference }) => difference === kind).map(({ line }) => line);
  return { pairs: all.length, wider: linesOf(1), stricter: linesOf(-1), unknown: linesOf('unknown') };
}

/** Ranks an outcome: a call that is not offered, refused, or stopped does not run. */
function rank(outcome: CodexOutcome): number {
  return outcome === 'allow' ? 2 : outcome === 'ask' ? 1 : 0;
}
