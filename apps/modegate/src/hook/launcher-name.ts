import type { CommandAgent } from '@modegate/agent-hooks';

/** What the file that an agent starts is called; by it a hook of ours is known. */
export function launcherName(agent: CommandAgent): string {
  return `modegate-hook-${agent}`;
}
