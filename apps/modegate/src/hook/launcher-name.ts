import type { CommandAgent } from '@modegate/agent-hooks';

/** File name of the launcher, which identifies a hook of ours. */
export function launcherName(agent: CommandAgent): string {
  return `modegate-hook-${agent}`;
}
