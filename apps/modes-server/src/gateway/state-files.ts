import { join } from 'node:path';
import type { Settings } from '../settings.ts';

/** The file of saved toolsets. */
export function toolsetsFile({ gateway }: Settings): string {
  return join(gateway.stateDir, 'toolsets.json');
}

/** The file of the tools that have been seen or approved. */
export function knownToolsFile({ gateway }: Settings): string {
  return join(gateway.stateDir, 'known-tools.json');
}
