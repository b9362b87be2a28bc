import { findNextChange } from '@modegate/mode-core';
import type { Project } from '@modegate/project';

// The branch and other circumstances change independently of schedules and of this server's files.
const pollMs = 15_000;
const leastMs = 50;

/**
 * Refreshes lists when a schedule activates or deactivates a mode, and every 15 seconds for other circumstances.
 * Independently of this, each call is evaluated at the time it is made. Returns a function that stops the refreshes.
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
