import { blankQuestion, type WhyQuestion } from '@modegate/restrictions-editor/model';
import { useAnswer, WhyOnRequest } from '@modegate/restrictions-editor/views';
import { type ReactElement, useState } from 'react';
import type { MatrixViewProps } from './matrix-view.tsx';

interface TryItProps extends Omit<MatrixViewProps, 'onAsk'> {
  /** The tool to check, as requested by another view. */
  readonly target: string | undefined;
}

const maxTargets = 2000;

/** Lets the user check whether this mode may do something, and which rule decides, as `modegate why` does. */
export function TryIt({ api, mode, round, target = '' }: TryItProps): ReactElement {
  const [question, setQuestion] = useState<Omit<WhyQuestion, 'mode'>>({ ...blankQuestion, target });
  const { answer: grid } = useAnswer(api.matrix, {}, { round });
  const targets = grid?.sections.flatMap(({ lines }) => lines.flatMap((line) => line.target ?? [])) ?? [];
  return (
    <WhyOnRequest
      answers={api}
      round={round}
      question={{ ...question, mode }}
      targets={targets.slice(0, maxTargets)}
      onChange={(part) => setQuestion((before) => ({ ...before, ...part }))}
    />
  );
}
