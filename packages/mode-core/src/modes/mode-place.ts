import type { ModeProblemCode } from './mode-problem.ts';

/** Adds a problem to the list being built. */
export type Report = (
  code: ModeProblemCode,
  problem: { readonly message: string; readonly pointer: string; readonly mode?: string | undefined },
) => void;

/** What one mode's checks need to know. */
export interface ModePlace {
  readonly slug: string;
  readonly pointer: string;
  readonly report: Report;
}

/** Whether a value is a plain mapping. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
