import { findNextChange } from '@modegate/mode-core';
import type { Project } from '@modegate/project';

// A branch and other circumstances change without a schedule, and without a file of modes-server.
const pollMs = 15_000;
const leastMs = 50;

/**
 * Triggers new lists when a schedule of a mode opens or closes, and every 15 seconds for changes without a schedule.
 * Calls are judged at their own time anyway. Returns a function that stops it.
 */
export function refreshOnSchedule(current: () => Pick<Project, 'policy'>, refresh: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    timer = setTimeout(() => {
      refresh();
      arm();
    }, delayMs(current()));
    timer.unref();
  };
  arm();
  return () => clearTimeout(timer);
}

function delayMs({ policy }: Pick<Project, 'policy'>): number {
  const now = Date.now();
  let next = now + pollMs;
  for (const { config } of policy.modes)
    next = Math.min(next, findNextChange(policy, { mode: config.slug, at: now }) ?? next);
  return Math.max(next - now, leastMs);
}
