import { useEffect, useMemo, useRef, useState } from 'react';

/** An answer that stays up to date. */
export interface AnswerState<Answer> {
  /** The last answer to this question, retained even after a failure; undefined until the first answer arrives. */
  readonly answer: Answer | undefined;
  /** The error, if no answer has arrived since. */
  readonly failure: string | undefined;
  /** True until the current question is answered. */
  readonly isBusy: boolean;
}

/** Options for {@link useAnswer}. */
export interface UseAnswerOptions {
  /** The question is submitted again when this value changes. */
  readonly round?: number | string | undefined;
  /** Milliseconds between an answer and the next request, while the page is visible. Default: no further requests. */
  readonly everyMs?: number | undefined;
  /**
   * Milliseconds for which a question must remain unchanged, so that typing does not trigger a request for every
   * letter. Default 0.
   */
  readonly delayMs?: number | undefined;
  /** True to retain the answer to the previous question while waiting. Default false. */
  readonly keepsOld?: boolean | undefined;
}

interface Given<Answer> {
  readonly turn?: object;
  readonly key?: string;
  readonly answer?: Answer | undefined;
  readonly failure?: string | undefined;
}

/** Sends a request whenever the question or `ask` changes, one request at a time; the latest question is sent last. */
export function useAnswer<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  question: Question,
  options: UseAnswerOptions = {},
): AnswerState<Answer> {
  const { round, everyMs, delayMs = 0, keepsOld = false } = options;
  const key = JSON.stringify(question);
  const [given, setGiven] = useState<Given<Answer>>({});
  const running = useRef<Promise<void>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the dependencies starts another turn.
  const turn = useMemo(() => ({}), [ask, key, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` stands for question and round.
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = async (): Promise<void> => {
      const outcome = await ask(question).then(
        (answer) => ({ answer, failure: undefined }),
        (error: unknown) => ({ failure: errorMessage(error) }),
      );
      setGiven((before) => ({ ...(before.key === key ? { answer: before.answer } : {}), ...outcome, turn, key }));
    };
    const run = async (isFirst: boolean): Promise<void> => {
      await running.current;
      if (isOver) return;
      if (isFirst || !document.hidden) {
        running.current = request();
        await running.current;
      }
      if (!isOver && everyMs !== undefined) timer = setTimeout(() => void run(false), everyMs);
    };
    timer = setTimeout(() => void run(true), delayMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [turn, everyMs, delayMs]);
  const isShown = given.key === key || keepsOld;
  return {
    answer: isShown ? given.answer : undefined,
    failure: isShown ? given.failure : undefined,
    isBusy: given.turn !== turn,
  };
}

/** Returns the message of an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
