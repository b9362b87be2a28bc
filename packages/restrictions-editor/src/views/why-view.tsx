import { type ReactElement, useState } from 'react';
import type { Answers, WhyAnswer } from '../model/answers.ts';
import type { RulePlace } from '../model/explain-call.ts';
import type { FindingLines } from '../model/finding-view.ts';
import { ExplanationView } from './explanation.tsx';
import { Failure } from './notices.tsx';
import { QuestionForm, type QuestionFormProps } from './question-form.tsx';
import { useAnswer } from './use-answer.ts';

interface WhyViewProps extends Omit<QuestionFormProps, 'answer' | 'onAsk'> {
  readonly answers: Pick<Answers, 'why'>;
  /** The question is submitted again when this value changes. Default: never. */
  readonly round?: number | undefined;

  readonly onReveal?: ((file: string, range: FindingLines) => void) | undefined;
}

/** A question about one call, answered as the user types, just as `modegate why` would answer it. */
export function WhyView({ answers, round, question, onReveal, ...form }: WhyViewProps): ReactElement {
  const { answer, failure, isBusy } = useAnswer(answers.why, question, { round, delayMs: typingMs, keepsOld: true });
  return (
    <div className="mgv-why">
      <QuestionForm question={question} answer={answer} {...form} />
      <Outcome {...{ answer, failure, isBusy, question, onReveal }} />
    </div>
  );
}

const typingMs = 120;

/** Like {@link WhyView}, but submits the question only when a button is pressed. */
export function WhyOnRequest({ answers, round, question, onReveal, onChange, ...form }: WhyViewProps): ReactElement {
  const [{ asked, submissions }, setAsked] = useState({ asked: question, submissions: 0 });
  // The same question can be submitted again, since the last attempt may have failed or its answer may be out of date.
  const ask = () => setAsked({ asked: question, submissions: submissions + 1 });
  const hasTarget = asked.target.trim() !== '';
  const options = { round: (round ?? 0) + submissions };
  const why = useAnswer(hasTarget ? answers.why : noAnswer, { ...asked, mode: question.mode }, options);
  const isShown = hasTarget && asked.target === question.target;
  return (
    <div className="mgv-why">
      <QuestionForm question={question} answer={why.answer} onChange={onChange} onAsk={ask} {...form} />
      {isShown && <Outcome {...why} question={asked} onReveal={onReveal} />}
    </div>
  );
}

const noAnswer = async (): Promise<WhyAnswer | undefined> => undefined;

interface OutcomeProps extends Pick<WhyViewProps, 'question' | 'onReveal'> {
  readonly answer: WhyAnswer | undefined;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
}

/**
 * Renders the answer; renders nothing if the question cannot be understood, because the form already shows the error.
 */
function Outcome({ answer, failure, isBusy, question, onReveal }: OutcomeProps): ReactElement {
  const { mode, target } = question;
  const reveal =
    onReveal &&
    (({ file, line }: RulePlace) =>
      onReveal(file, { line, column: 1, endLine: line, endColumn: Number.MAX_SAFE_INTEGER }));
  return (
    <div role="status" aria-busy={isBusy}>
      {failure !== undefined && <Failure text={failure} />}
      {failure === undefined && answer?.state === 'answered' && (
        <ExplanationView answer={answer} target={target} mode={mode} onReveal={reveal} />
      )}
    </div>
  );
}
