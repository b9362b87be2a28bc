import type { Log } from '@modegate/cli-kit';
import type { ObserveStart, RequestContext, RequestEnd } from '@modegate/mcp-protocol';
import { outcomeOf, subjectOf } from './measure-requests.ts';

/** Logs requests. */
export interface RequestLog {
  readonly started: ObserveStart;
  readonly ended: (end: RequestEnd) => void;
}

/** Logs a line at DEBUG for each request: method, name of the tool or prompt, outcome and duration. */
export function logRequests(log: Pick<Log, 'debug'>): RequestLog {
  const startedAt = new WeakMap<RequestContext, number>();
  return {
    started: ({ context }) => void startedAt.set(context, performance.now()),
    ended: (end) => {
      const { method, context } = end;
      const started = startedAt.get(context);
      // A request that is refused before its turn has no start time.
      const duration = started === undefined ? '' : ` in ${(performance.now() - started).toFixed(1)} ms`;
      const subject = subjectOf(context)?.slice(0, MAX_NAME_LENGTH);
      log.debug(`Request: ${method}${subject === undefined ? '' : ` ${subject}`}: ${outcomeOf(end)}${duration}`);
    },
  };
}

const MAX_NAME_LENGTH = 200;
