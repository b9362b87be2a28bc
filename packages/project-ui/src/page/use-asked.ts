import { useEffect, useState } from 'react';
import type { Api } from './api.ts';

/** An answer of the program, kept up to date. */
export interface Asked<Answer> {
  /** The last answer to this question, also after a failure; undefined before the first. */
  readonly answer: Answer | undefined;
  /** Why there is no newer one. */
  readonly failure: string | undefined;
}

interface Kept<Answer> extends Asked<Answer> {
  readonly question: string;
}

/** What is asked, and when again. */
export interface Question {
  readonly name: string;
  readonly body?: object;
  /** Another value asks again. */
  readonly round: number | string;
  /** Asks again so long after each answer, while the page is visible. Default: never. */
  readonly everyMs?: number;
}

/** Asks, and asks again after each change; what was answered stays in view meanwhile. */
export function useAsked<Answer>(api: Api, { name, body = {}, round, everyMs }: Question): Asked<Answer> {
  const question = JSON.stringify([name, body]);
  const [kept, setKept] = useState<Kept<Answer>>({ question, answer: undefined, failure: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is name and body, and a new round asks again.
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      // A hidden page asks only once.
      if (timer === undefined || !document.hidden) {
        const asked = await api.ask<Answer>(name, body).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ failure: messageOf(error) }),
        );
        if (isOver) return;
        setKept((before) => keep(before, question, asked));
      }
      if (everyMs !== undefined) timer = setTimeout(() => void ask(), everyMs);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [api, question, round, everyMs]);
  return kept.question === question ? kept : { answer: undefined, failure: undefined };
}

/** After a failure the last answer to the same question stays. */
function keep<Answer>(before: Kept<Answer>, question: string, asked: Partial<Asked<Answer>>): Kept<Answer> {
  const { answer, failure } = asked;
  if (failure === undefined) return { question, answer, failure };
  return { question, failure, answer: before.question === question ? before.answer : undefined };
}

/** The sentence of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
