import { compileNamePattern } from '@modegate/mode-core/patterns';
import { isLiteral } from '../../matrix/names.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import { listKnownTools, listServerNames } from '../../workspace/servers.ts';
import type { RestrictionEntry } from '../../workspace/workspace.ts';
import { findIdleCommands } from '../commands/idle-commands.ts';
import { defineRule, exampleWithRepair, githubServer, triageMode } from '../define-rule.ts';
import { idleEffect } from './idle-effect.ts';

/** M022: a pattern in a restriction that matches no known server or tool. */
export const patternMatchesNothing = defineRule(['M022', 'pattern-matches-nothing', 'warning', 'default'], {
  summary:
    'A wildcard pattern in a restriction matches no configured server, or no tool of the servers that it covers, or a command entry matches no command.',
  reason:
    'A deny rule that matches nothing protects nothing, and an allow rule that matches nothing leaves the mode without the tool. Patterns match the whole name and are case-sensitive: neither `delete` nor `Delete_*` matches `delete_branch`. The rule needs the server files and, for tools, a lock file or responses from the servers. It reports nothing about unknown servers and tools. A command entry matches nothing if its command is always refused, such as `eval *`, or needs no rule, such as `timeout *`, which only starts another program.',
  ...exampleWithRepair(
    {
      ...triageMode('mcpRestrictions:', '  disallowedTools:', '    - { serverName: github, toolName: "Delete_*" }'),
      ...githubServer,
      'tools.json': '[{ "name": "github", "tools": [{ "name": "delete_branch" }, { "name": "get_issue" }] }]\n',
    },
    { '"Delete_*"': '"delete_*"' },
  ),
  *check(workspace) {
    yield* findIdleCommands(workspace);
    const servers = listServerNames(workspace);
    const tools = listKnownTools(workspace);
    for (const entry of workspace.restrictionEntries()) {
      const matches = compileNamePattern(entry.server);
      if (!isLiteral(entry.server) && !/^\*+$/.test(entry.server) && servers !== undefined && !servers.some(matches)) {
        yield toProblem(entry, 'no configured server', entry.serverPointer);
        continue;
      }
      if (entry.tool === undefined || isLiteral(entry.tool) || /^\*+$/.test(entry.tool)) continue;
      const meant = [...new Set([...(servers ?? []), ...tools.keys()])].filter(matches);
      const lists = meant.map((name) => tools.get(name));
      const isTool = compileNamePattern(entry.tool);
      if (lists.length === 0 || lists.some((list) => list === undefined || list.some(({ name }) => isTool(name))))
        continue;
      yield toProblem(
        entry,
        `no tool of ${meant.length === 1 ? shown(meant[0] ?? '') : 'these servers'}`,
        entry.toolPointer ?? entry.pointer,
      );
    }
  },
});

function toProblem(entry: RestrictionEntry, what: string, pointer: string): FoundProblem {
  const { mode, list, server, tool } = entry;
  const pattern = pointer.endsWith('/toolName') ? (tool ?? '') : server;
  const message = `The pattern ${shown(pattern)} in '${list}' of mode '${mode.slug}' matches ${what}, so this entry ${idleEffect(entry)}. Patterns match whole names and are case-sensitive.`;
  return { message, location: mode.file.locate(pointer), mode: mode.slug };
}
