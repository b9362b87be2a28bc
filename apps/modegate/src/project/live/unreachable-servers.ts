import { AppError } from '@modegate/cli-kit';
import type { Circumstances, Policy } from '@modegate/mode-core';
import { permissionMatrix } from '@modegate/policy-check/permissions';
import { escapeControls } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { LoadedProject } from '../load-project.ts';

/** Returns the exit code for a result that lacks these servers' responses. Faults of the program take precedence. */
export function exitCodeWithout(unanswered: readonly string[], code: ExitCode): ExitCode {
  return unanswered.length === 0 || code === exitCodes.internal ? code : exitCodes.unevaluated;
}

/**
 * Returns the servers that did not answer and that at least one of the modes may use; the tools of other servers do not
 * affect these modes.
 */
export function findUnreachable(
  { policy, unanswered }: { readonly policy: Policy; readonly unanswered: LoadedProject['unanswered'] },
  asked: { readonly modes?: readonly string[] | undefined; readonly circumstances?: Circumstances | undefined },
): readonly string[] {
  if (unanswered.length === 0) return [];
  const { rows } = permissionMatrix(policy, asked);
  const open = rows.flatMap(({ subject, state }) =>
    state !== 'denied' && 'server' in subject ? [subject.server] : [],
  );
  return unanswered.filter((name) => open.includes(name));
}

/**
 * Refuses to write a file that would lack the tools of servers that did not answer.
 *
 * @throws {AppError} exit code 4 when servers did not answer.
 */
export function refuseToWrite(what: string, unanswered: readonly string[]): void {
  if (unanswered.length === 0) return;
  const names = unanswered.map((name) => `'${name}'`).join(', ');
  throw new AppError(escapeControls(`${what} not written: no answer from ${names}.`), exitCodes.unevaluated);
}
