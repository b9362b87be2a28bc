import { readRpcError } from '@modegate/json-rpc';
import type { Schedule } from '@modegate/timing';
import { HostError, messageOf } from '../host-error.ts';
import type { Upstream } from '../peer/upstream.ts';

export interface HealthOptions {
  readonly upstream: Pick<Upstream, 'capabilities' | 'revision' | 'request'>;
  readonly schedule: Schedule;
  /** How often an idle server is pinged. */
  readonly intervalMs: number;
  /** Whether nothing was asked of the server since the last call and nothing is under way. */
  readonly isIdle: () => boolean;
  /** The server does not answer any more. */
  readonly onDead: (reason: string) => void;
  readonly onWarning: (remark: string) => void;
}

/** How long an idle server may take to answer: as long as a process that was swapped out may need. */
const ANSWER_MS = 15_000;

/**
 * Asks a server now and then whether it is there, but only while it is idle: one that works may have no time to answer, and is as alive as
 * before. One that leaves this unanswered is asked for its tools before it counts as dead, since some legacy servers know no ping (which MCP
 * requires of them: 2025-11-25, basic/utilities/ping). A modern server knows none, and is asked who it is.
 *
 * @returns Ends the watch.
 */
export function watchHealth(options: HealthOptions): () => void {
  const { schedule, intervalMs, isIdle, onDead, onWarning } = options;
  let isStopped = false;
  let cancelTimer = () => {};
  const wait = () => {
    if (!isStopped) cancelTimer = schedule(tick, intervalMs);
  };
  const tick = () => {
    if (isIdle()) void check().then((health) => (health === 'silent' ? undefined : wait()));
    else wait();
  };
  const check = async (): Promise<'fine' | 'silent'> => {
    const { upstream } = options;
    const question = upstream.revision === 'modern' ? 'server/discover' : 'ping';
    const silence = await silenceOf(options, question);
    if (isStopped || silence === undefined || !isIdle()) return 'fine';
    const isAlive = Object.hasOwn(upstream.capabilities, 'tools') && !(await silenceOf(options, 'tools/list'));
    if (isStopped || (!isAlive && !isIdle())) return 'fine';
    if (isAlive) onWarning(`It does not answer "${question}" but answers "tools/list"; it is not asked again.`);
    else onDead(`It no longer answers: ${silence}`);
    return 'silent';
  };
  wait();
  return () => {
    isStopped = true;
    cancelTimer();
  };
}

/** Why there was no answer; undefined when there was one, be it an error, or when the link has ended anyway. */
async function silenceOf({ upstream }: HealthOptions, method: string): Promise<string | undefined> {
  try {
    await upstream.request(method, undefined, { timeoutMs: ANSWER_MS, maxTotalMs: ANSWER_MS });
    return undefined;
  } catch (error) {
    if (readRpcError(error) !== undefined) return undefined;
    if (error instanceof HostError && error.code === 'UPSTREAM_CLOSED') return undefined;
    return messageOf(error);
  }
}
