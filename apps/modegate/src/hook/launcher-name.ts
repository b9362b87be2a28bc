import type { CommandAgent } from '@modegate/agent-hooks';

/** Returns the name of the file that an agent starts; this name identifies a Modegate hook. */
export function launcherName(agent: CommandAgent): string {
  return `modegate-hook-${agent}`;
}
