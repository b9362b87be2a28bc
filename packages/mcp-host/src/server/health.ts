import { readRpcError } from '@modegate/json-rpc';
import type { Schedule } from '@modegate/timing';
import { HostError, messageOf } from '../host-error.ts';
import type { Upstream } from '../peer/upstream.ts';

export interface HealthOptions {
  readonly upstream: Pick<Upstream, 'capabilities' | 'revision' | 'request'>;
  readonly schedule: Schedule;
  /** Interval between health checks of an idle server. */
  readonly intervalMs: number;
  /** True if no request has been sent since the last call and none is in progress. */
  readonly isIdle: () => boolean;
  /** Called when the server no longer answers. */
  readonly onDead: (reason: string) => void;
  readonly onWarning: (remark: string) => void;
}

/** Time allowed for an idle server to answer; long enough for a process that was swapped out. */
const ANSWER_MS = 15_000;

/**
 * Checks the health of a server periodically, but only while the server is idle, because a busy server may be alive but
 * have no time to answer. If a ping is unanswered, requests the tools before declaring the server dead, because some
 * older servers do not support ping (which MCP requires: 2025-11-25, basic/utilities/ping). A stateless server has no
 * ping and receives `server/discover` instead.
 * @returns A function that stops the checks.
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
    if (isAlive) onWarning(`It answers "tools/list" but not "${question}", so it will not be asked again.`);
    else onDead(`It no longer answers: ${silence}`);
    return 'silent';
  };
  wait();
  return () => {
    isStopped = true;
    cancelTimer();
  };
}

/**
 * Returns the reason why there was no response; undefined if there was a response, even an error, or if the link has
 * ended.
 */
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
