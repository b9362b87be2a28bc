import type { BufferedEvent, TaskOutcome } from '@modegate/ipc-bridge';
import type { RequestContext } from '@modegate/mcp-protocol';
import { hasEnded } from '../agent/task-registry.ts';
import type { ToolContext } from '../calls/tool-context.ts';

/** A task to wait for, with the time limit and the progress callback. */
export interface TaskWait {
  readonly taskId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress: RequestContext['progress'];
}

/** Reason a wait ended. */
export type WaitEnd = 'done' | 'needsAnswer' | 'timeout' | 'disconnected' | 'cancelled';

// An agent that does not answer its own question reports after two seconds that it is waiting; fork never reports this.
const unsettledMs = 3000;
// Time allowed for a task to react to an answer.
const reactionMs = 5000;
const reportEveryMs = 1000;
const heartbeatMs = 10_000;

/**
 * Waits until a task ends or needs an answer, the connection ends, or the time limit is reached; reports progress while
 * waiting.
 */
export async function waitForTask(context: ToolContext, waiting: TaskWait): Promise<WaitEnd> {
  const { agent, now, schedule } = context;
  const { taskId, timeoutMs, signal } = waiting;
  const endsAt = now() + timeoutMs;
  const report = createReport(context, waiting);
  let since = { state: '', at: now() };

  const look = (): { readonly end: WaitEnd } | { readonly againInMs: number } => {
    if (signal.aborted) return { end: 'cancelled' };
    const outcome = agent.tasks.outcomeOf(taskId);
    const state = JSON.stringify([outcome?.status, outcome?.status === 'waiting' ? outcome.ts : outcome?.round]);
    if (state !== since.state) since = { state, at: lastHeard(context, outcome) };
    const restMs = pendingMs(context, taskId, now() - since.at);
    if (agent.tasks.isLost(taskId) && !hasEnded(outcome)) return { end: 'disconnected' };
    if (restMs === 0) return { end: outcome?.status === 'waiting' ? 'needsAnswer' : 'done' };
    if (agent.client.state.status !== 'ready') return { end: 'disconnected' };
    const leftMs = endsAt - now();
    if (leftMs <= 0) return { end: 'timeout' };
    return { againInMs: Math.min(leftMs, restMs, heartbeatMs) };
  };

  return new Promise<WaitEnd>((resolve) => {
    let stopTimer = () => {};
    const check = (): void => {
      stopTimer();
      const seen = look();
      if ('end' in seen) {
        for (const stop of stops) stop();
        resolve(seen.end);
      } else {
        stopTimer = schedule(() => {
          report(heartbeatMs);
          check();
        }, seen.againInMs);
      }
    };
    const onEvent = ({ event }: BufferedEvent): void => {
      if (event.taskId === taskId) report(reportEveryMs);
      if (event.taskId === taskId || event.eventName === 'connection') check();
    };
    signal.addEventListener('abort', check);
    const stops = [agent.onEvent(onEvent), () => signal.removeEventListener('abort', check), () => stopTimer()];
    check();
  });
}

// A state that existed before the wait began dates from the time of the task's last message.
function lastHeard({ now }: ToolContext, outcome: TaskOutcome | undefined): number {
  const at = outcome?.lastMessage?.ts;
  return at === undefined ? now() : Math.min(now(), at);
}

/**
 * Returns the time until a task's state can be considered settled: 0 if it is settled already, Infinity while the task
 * runs.
 *
 * @param sinceMs - Time since the task's state last changed.
 */
function pendingMs({ agent, now }: ToolContext, taskId: string, sinceMs: number): number {
  const outcome = agent.tasks.outcomeOf(taskId);
  if (outcome === undefined || outcome.status === 'unknown' || outcome.status === 'running')
    return Number.POSITIVE_INFINITY;
  const answeredAt = agent.tasks.answeredAt(taskId);
  const reacting = answeredAt === undefined ? 0 : Math.max(0, answeredAt + reactionMs - now());
  const settling = outcome.status === 'waiting' && !outcome.settled ? Math.max(0, unsettledMs - sinceMs) : 0;
  return Math.max(reacting, settling);
}

/** Returns a function that reports progress, unless it did so less than some milliseconds ago. */
function createReport({ agent, now }: ToolContext, { taskId, progress }: TaskWait) {
  let steps = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return (everyMs: number): void => {
    if (now() - lastAt < everyMs) return;
    lastAt = now();
    steps += 1;
    const outcome = agent.tasks.outcomeOf(taskId);
    const text = outcome?.lastMessage?.text.replaceAll(/\s+/g, ' ').trim().slice(-120) ?? '';
    void progress({ progress: steps, message: `${outcome?.status ?? 'unknown'}${text === '' ? '' : `: ${text}`}` });
  };
}
