import type { Decision } from '../decision.ts';
import type { Call } from './call.ts';
import { checkFile } from './check-file.ts';
import { checkAlwaysAvailable, checkDisabled, checkGroup } from './check-group.ts';
import { checkMcpConditions, checkMcpServer, checkMcpTool } from './check-mcp.ts';
import { checkMode, checkTool } from './check-tool.ts';

/** One check: the decision that settles the call, or undefined to pass it on. */
type Check = (call: Call) => Decision | undefined;

/** @internal Every check, in the order in which a call passes through them. */
export const checks = [
  ['mode', checkMode],
  ['tool', checkTool],
  ['disabled', checkDisabled],
  ['always-available', checkAlwaysAvailable],
  ['group', checkGroup],
  ['file', checkFile],
  ['mcp-server', checkMcpServer],
  ['mcp-tool', checkMcpTool],
  ['mcp-conditions', checkMcpConditions],
] as const satisfies readonly (readonly [string, Check])[];

/** The name of a check. `docs/restrictions.md` lists them in the order in which a call passes through them. */
export type CheckName = (typeof checks)[number][0];
