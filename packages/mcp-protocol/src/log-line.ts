import { LOG_LEVELS, type LogLevel } from './context.ts';
import type { RequestId } from './json-rpc.ts';
import { type Link, sendQuietly } from './link.ts';

/** A line for the client's log. */
export interface LogLine {
  readonly level: LogLevel;
  readonly data: unknown;
  readonly logger: string | undefined;
}

const MAX_UNSENT_LOGS = 64;

/** Sends a log line to a client that set a level which covers it; to one that does not read, at most 64 that it has not read. */
export function sendLog(link: Link, line: LogLine, relatedRequestId?: RequestId): void {
  const { logLevel } = link.state;
  if (!link.open || logLevel === undefined || LOG_LEVELS.indexOf(line.level) < LOG_LEVELS.indexOf(logLevel)) return;
  if (link.unsentLogs < MAX_UNSENT_LOGS) void deliver(link, line, relatedRequestId);
}

async function deliver(
  link: Link,
  { level, data, logger }: LogLine,
  relatedRequestId: RequestId | undefined,
): Promise<void> {
  link.unsentLogs++;
  const params = { level, ...(logger === undefined ? {} : { logger }), data };
  await sendQuietly(link, { jsonrpc: '2.0', method: 'notifications/message', params }, relatedRequestId);
  link.unsentLogs--;
}
