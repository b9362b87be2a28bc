import { checkCommand } from '../commands/check-command.ts';
import type { Decision } from '../decision.ts';
import type { Call } from './call.ts';
import { checkFile } from './check-file.ts';
import { checkAlwaysAvailable, checkDisabled, checkGroup } from './check-group.ts';
import { checkMcpConditions, checkMcpServer, checkMcpTool } from './check-mcp.ts';
import { checkMode, checkTool } from './check-tool.ts';

/** Returns the decision that settles the call; returns undefined to continue with the next check. */
type Check = (call: Call) => Decision | undefined;

/** @internal Every check, in the order of evaluation. */
export const checks = [
  ['mode', checkMode],
  ['tool', checkTool],
  ['disabled', checkDisabled],
  ['always-available', checkAlwaysAvailable],
  ['group', checkGroup],
  ['file', checkFile],
  ['command', checkCommand],
  ['mcp-server', checkMcpServer],
  ['mcp-tool', checkMcpTool],
  ['mcp-conditions', checkMcpConditions],
] as const satisfies readonly (readonly [string, Check])[];

/** Name of a check. `docs/restrictions.md` lists the checks in the order of evaluation. */
export type CheckName = (typeof checks)[number][0];
