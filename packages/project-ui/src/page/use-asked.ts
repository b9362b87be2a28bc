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

/** Asks, and asks again after each change; what was answered stays in view meanwhile. */
export function useAsked<Answer>(
  api: Api,
  { name, body = {}, round }: { readonly name: string; readonly body?: object; readonly round: number },
): Asked<Answer> {
  const question = JSON.stringify([name, body]);
  const [kept, setKept] = useState<Kept<Answer>>({ question, answer: undefined, failure: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is name and body, and a new round asks again.
  useEffect(() => {
    let isOver = false;
    api.ask<Answer>(name, body).then(
      (answer) => isOver || setKept({ question, answer, failure: undefined }),
      (error: unknown) => {
        const failure = messageOf(error);
        if (isOver) return;
        setKept((before) => ({ question, failure, answer: before.question === question ? before.answer : undefined }));
      },
    );
    return () => {
      isOver = true;
    };
  }, [api, question, round]);
  return kept.question === question ? kept : { answer: undefined, failure: undefined };
}

/** The sentence of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
