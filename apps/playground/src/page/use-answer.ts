import { useEffect, useRef, useState } from 'react';
import type { Answers, Question } from '../answers/questions.ts';
import type { Ask } from '../worker/ask-worker.ts';

/** The latest answer to a question that changes while a person types. */
export interface Answered<Kind extends Question['kind']> {
  /** May be that to an earlier question while `isBusy`. Absent before the first. */
  readonly answer?: Answers[Kind];
  readonly failure?: string;
  readonly isBusy: boolean;
}

const typingMs = 120;

/** Asks a question whenever it changes, one at a time, the latest last. Give it the same object for the same question. */
export function useAnswer<Kind extends Question['kind']>(
  ask: Ask,
  question: Extract<Question, { kind: Kind }>,
): Answered<Kind> {
  const [given, setGiven] = useState<{ to?: object; answer?: Answers[Kind]; failure?: string }>({});
  const wanted = useRef<typeof question | undefined>(question);
  const isAsking = useRef(false);
  useEffect(() => {
    wanted.current = question;
    const run = async () => {
      if (isAsking.current) return;
      isAsking.current = true;
      for (let asked: object | undefined; wanted.current !== undefined && wanted.current !== asked; ) {
        const current = wanted.current;
        asked = current;
        const outcome = await ask(current).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ failure: (error as Error).message }),
        );
        setGiven({ to: current, ...outcome });
      }
      isAsking.current = false;
    };
    const timer = setTimeout(() => void run(), typingMs);
    return () => {
      wanted.current = undefined;
      clearTimeout(timer);
    };
  }, [ask, question]);
  const { to, answer, failure } = given;
  return {
    ...(answer === undefined ? {} : { answer }),
    ...(failure === undefined ? {} : { failure }),
    isBusy: to !== question,
  };
}
