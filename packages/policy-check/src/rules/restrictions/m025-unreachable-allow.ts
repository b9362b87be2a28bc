import type { Refusal } from '@modegate/mode-core';
import { compileNamePattern } from '@modegate/mode-core/patterns';
import { isLiteral } from '../../matrix/names.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import { decideMcp, relatedRule } from '../../workspace/decisions.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { listServerNames } from '../../workspace/servers.ts';
import type { RestrictionEntry, Workspace } from '../../workspace/workspace.ts';
import { findUnreachableCommands } from '../commands/unreachable-commands.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M025: an entry that allows what another rule refuses. */
export const unreachableAllow = defineRule(['M025', 'unreachable-allow', 'error', 'default'], {
  summary: 'A mode allows a server, a tool or a command that another rule refuses, so the entry has no effect.',
  reason:
    'A mode can use a tool only if it may use the server, and a deny rule overrides any allow rule. `allowedTools` lists tools, but it does not open a server that `allowedServers` omits or that is off by default. Both the author of the entry and a reviewer believe that the mode has the tool. Every entry is checked with the same function that makes the decisions at run time. Servers that are disabled in their file are ignored, because the user can enable them with one click. A command is refused if a shorter deny rule matches it, if the command uses files that the mode may not use, or if the mode lacks the group `command`.',
  ...exampleWithRepair(
    triageMode(
      'mcpRestrictions:',
      '  allowedServers: [tracker]',
      '  allowedTools:',
      '    - { serverName: tracker, toolName: search }',
      '    - { serverName: github, toolName: get_issue }',
    ),
    { '[tracker]': '[tracker, github]' },
  ),
  *check(workspace) {
    yield* withoutGroup(workspace);
    yield* findUnreachableCommands(workspace);
    const names = listServerNames(workspace);
    for (const entry of workspace.restrictionEntries()) {
      const refusal = entry.allows ? findRefusal(workspace, entry, names) : undefined;
      if (refusal !== undefined) yield toProblem(workspace, entry, refusal);
    }
  },
});

/** True if a rule refuses the server itself or denies the tool; false if a tool list merely omits the tool. */
function isTelling({ kind, code }: Refusal): boolean {
  return kind === 'server' || code === 'MCP_TOOL_DISALLOWED' || code === 'MCP_TOOL_DISABLED';
}

/**
 * Returns the reason why all calls affected by the entry are refused; undefined if some are allowed, or if this is
 * unknown.
 */
function findRefusal(
  workspace: Workspace,
  entry: RestrictionEntry,
  names: readonly string[] | undefined,
): Refusal | undefined {
  const { server, tool } = entry;
  const servers = !isLiteral(server) ? (names ?? []).filter(compileNamePattern(server)).slice(0, 50) : [server];
  const called = tool !== undefined && isLiteral(tool) ? tool : undefined;
  const decisions = servers.map((name) => decideMcp(workspace, entry.mode.slug, { server: name, tool: called }));
  const [first] = decisions;
  if (first === undefined || first.allowed || decisions.some((decision) => decision.allowed || !isTelling(decision)))
    return undefined;
  // If both entries have the same name, a different rule reports the conflict.
  const isConflict =
    (first.code === 'MCP_SERVER_DISALLOWED' || first.code === 'MCP_TOOL_DISALLOWED') &&
    isSameEntry(workspace, entry, first);
  return isConflict ? undefined : first;
}

function isSameEntry(workspace: Workspace, entry: RestrictionEntry, { by }: Refusal): boolean {
  const other = workspace.entryAt(by.file ?? '', by.pointer);
  return other?.mode === entry.mode && other.server === entry.server && other.tool === entry.tool;
}

function toProblem(
  workspace: Workspace,
  { mode, list, server, tool, pointer }: RestrictionEntry,
  { reason, by }: Refusal,
): FoundProblem {
  const what = tool === undefined ? shown(server) : shown(`${server}/${tool}`);
  const message = `'${list}' of mode '${mode.slug}' allows ${what}, but it is still refused: ${reason}`;
  const related = relatedRule(workspace, by, 'The rule that refuses the server or tool.');
  return { message, location: mode.file.locate(pointer), related, mode: mode.slug };
}

/** Finds lists in a mode that lacks the group for which they are meant; reports each list only once. */
function* withoutGroup(workspace: Workspace): Iterable<FoundProblem> {
  for (const mode of workspace.modes.filter(isEvaluated)) {
    const { groups, mcpRestrictions: own = {}, allowedMcpServers } = mode.loaded.config;
    if (groups.some((group) => group === 'mcp' || group[0] === 'mcp')) continue;
    const lists = [
      { at: 'mcpRestrictions/allowedServers', list: own.allowedServers },
      { at: 'mcpRestrictions/allowedTools', list: own.allowedTools },
      { at: 'allowedMcpServers', list: allowedMcpServers },
    ];
    for (const { at, list } of lists) {
      if (list === undefined || list.length === 0) continue;
      const message = `Mode '${mode.slug}' does not have the group 'mcp', so nothing that '${at.split('/').at(-1)}' allows can be used. Add the group, or remove the list.`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/${at}`), mode: mode.slug, severity: 'warning' };
    }
  }
}
