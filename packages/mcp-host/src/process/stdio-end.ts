import type { TransportEnd } from '../transport/transport.ts';

/** The reason why a link to a process ended. */
export type StdioEndCause =
  | { readonly kind: 'asked' | 'exited' }
  | { readonly kind: 'input-closed' | 'output-closed'; readonly cause?: unknown }
  | { readonly kind: 'oversized'; readonly bytes: number; readonly maxBytes: number };

/** Exit status of a process; both members are null while the process is running. */
export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signalCode: string | null;
}

/**
 * Describes in one sentence how a link to a process ended, and includes the last line of the process's log if that line
 * may explain the end.
 */
export function describeStdioEnd(
  cause: StdioEndCause,
  exit: ProcessExit,
  lastLogLine: string | undefined,
): TransportEnd {
  const { exitCode, signalCode: signal } = exit;
  const said = cause.kind === 'asked' || lastLogLine === undefined ? '' : ` The last line of its log: ${lastLogLine}`;
  return {
    reason: REASONS[cause.kind],
    message: `${describeCause(cause, exit)}${said}`,
    exitCode,
    signal,
    ...('cause' in cause && cause.cause !== undefined ? { cause: cause.cause } : {}),
  };
}

const REASONS = {
  asked: 'closed',
  exited: 'exited',
  'input-closed': 'failed',
  'output-closed': 'failed',
  oversized: 'failed',
} as const;

function describeCause(cause: StdioEndCause, { exitCode, signalCode }: ProcessExit): string {
  switch (cause.kind) {
    case 'asked':
      return 'The process was stopped.';
    case 'exited':
      return signalCode === null
        ? `The process exited with code ${exitCode}.`
        : `The process was terminated by ${signalCode}.`;
    case 'input-closed':
      return 'The process closed its standard input while it was running. It could not receive any more messages, so it was stopped.';
    case 'output-closed':
      return 'The process closed its standard output while it was running. It could not send any more responses, so it was stopped.';
    case 'oversized':
      return `The process sent a message of more than ${cause.maxBytes} bytes (${cause.bytes} had arrived when it was stopped).`;
  }
}
