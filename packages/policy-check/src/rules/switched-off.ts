import { compileNamePattern } from '@modegate/mode-core';
import type { CheckedServer } from '../checked-server.ts';

/** Tells which tools a server's own settings switch off: what `disabledTools` names, and what `enabledTools` leaves out. */
export function switchedOff({ disabledTools, enabledTools }: CheckedServer['policy']): (tool: string) => boolean {
  const off = disabledTools.map(compileNamePattern);
  const on = enabledTools?.map(compileNamePattern);
  return (tool) => off.some((matches) => matches(tool)) || on?.some((matches) => matches(tool)) === false;
}
