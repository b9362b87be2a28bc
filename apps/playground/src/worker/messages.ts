import type { Question } from '../answers/questions.ts';

/** What the page sends to its worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly question: Question;
}

/** What comes back: the answer, or why there is none. */
export type WorkerReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };
