import { decide, type RuleReference } from '@modegate/mode-core';
import { getGroupName, getGroupOptions } from '@modegate/mode-core/modes';
import { findTool } from '@modegate/mode-core/tools';
import { deniedRow, type ModeQuestions } from './mcp-row.ts';
import type { PermissionCondition, PermissionRow, PermissionSubject } from './permission-row.ts';

/** Returns the row for one of the agent's own tools. */
export function toolRow(
  subject: Extract<PermissionSubject, { readonly kind: 'tool' }>,
  asked: ModeQuestions,
): PermissionRow {
  const { policy, mode, circumstances } = asked;
  const decision = decide(policy, { ...circumstances, mode, tool: subject.tool });
  if (decision.allowed) {
    // The tool is tested with the whole project as its path; a restriction that covers the project still denies paths
    // outside it.
    const limits = fileLimits(subject.tool, asked);
    return { mode, subject, state: limits.length === 0 ? 'allowed' : 'limited', by: decision.by, conditions: limits };
  }
  // Without arguments, a tool under a file restriction is refused because the path is missing or because it would read
  // the whole project; a tool in the group `mcp` is refused because the server and tool are missing, and
  // `execute_command` under command rules is refused because the command is missing.
  const conditions = conditionsOf(subject.tool, decision.code, asked);
  if (conditions === undefined) return deniedRow(mode, subject, decision);
  return { mode, subject, state: 'limited', by: grantingRule(subject.tool, asked) ?? decision.by, conditions };
}

function conditionsOf(tool: string, code: string, asked: ModeQuestions): readonly PermissionCondition[] | undefined {
  if (code === 'FILE_PATH_MISSING' || code === 'FOLDER_NOT_COVERED') return fileLimits(tool, asked);
  if (code === 'MCP_IDENTITY_MISSING') return [{ kind: 'server-and-tool' }];
  if (code === 'COMMAND_MISSING') return [{ kind: 'commands' }];
  return undefined;
}

function fileLimits(tool: string, { groups }: ModeQuestions): readonly PermissionCondition[] {
  const { group, paths } = findTool(tool) ?? {};
  const takesFolders = paths?.kind === 'folder' || paths?.kind === 'tree';
  return groups.flatMap((entry): readonly PermissionCondition[] => {
    const { fileRegex: pattern, description } = getGroupOptions(entry) ?? {};
    if (getGroupName(entry) !== group || pattern === undefined || pattern === '') return [];
    return [
      {
        kind: 'files',
        pattern,
        ...(description === undefined ? {} : { description }),
        ...(takesFolders ? { takesFolders } : {}),
      },
    ];
  });
}

function grantingRule(tool: string, { listedTools }: ModeQuestions): RuleReference | undefined {
  const listed = listedTools();
  const group = findTool(tool)?.group;
  return (listed.find(({ name }) => name === tool) ?? listed.find((other) => other.group === group))?.by;
}
