import { removeField } from '../../fixes/remove-text.ts';
import { groupPointer } from '../../workspace/mode-groups.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M028: an allow list without entries in a mode that has the group `mcp`. */
export const emptyAllowlist = defineRule(['M028', 'empty-allowlist', 'warning', 'default'], {
  summary: 'A mode has the group `mcp` or `command`, and one of its allow lists for that group is empty.',
  reason:
    'An empty list allows nothing, whereas a missing list allows everything. The two look alike to a reader, and many forms save an empty list if nothing is selected. In Modegate and Zoo Code, `[]` allows nothing. `allowedTools: []` closes only the tools; the resources of every server stay open. To close MCP or commands, remove the group, which every client understands. To open them, remove the list.',
  ...exampleWithRepair(triageMode('allowedMcpServers: []'), { '[]': '[tracker]' }),
  isFixable: true,
  *check(workspace) {
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const { mcpRestrictions: own, allowedMcpServers, commandRestrictions } = mode.loaded.config;
      const lists = [
        { group: 'mcp', at: 'mcpRestrictions/allowedServers', list: own?.allowedServers, asked: own?.askServers },
        { group: 'mcp', at: 'mcpRestrictions/allowedTools', list: own?.allowedTools, asked: own?.askTools },
        { group: 'mcp', at: 'allowedMcpServers', list: allowedMcpServers, asked: own?.askServers },
        {
          group: 'command',
          at: 'commandRestrictions/allowedCommands',
          list: commandRestrictions?.allowedCommands,
          asked: commandRestrictions?.askCommands,
        },
      ] as const;
      for (const { group, at, list, asked = [] } of lists) {
        // A rule that requires confirmation amounts to permission, subject to consent.
        if (list?.length !== 0 || asked.length > 0 || groupPointer(mode, group) === undefined) continue;
        const name = at.split('/').at(-1) ?? at;
        const message = `'${name}' of mode '${mode.slug}' is empty, so it allows ${effects[name] ?? 'no server at all'}. If that is intended, remove '${group}' from 'groups'. Otherwise, add the entries that the mode needs.`;
        const edit = removeField(mode.file, `${mode.pointer}/${at}`);
        // The fix allows something that is currently denied.
        const fix = edit && {
          description: 'Remove the list. Without a list, everything is allowed.',
          edits: [edit],
          isSafe: false,
        };
        yield { message, location: mode.file.locateKey(`${mode.pointer}/${at}`), fix, mode: mode.slug };
      }
    }
  },
});

const effects: Readonly<Record<string, string>> = {
  allowedTools: 'no tool, although resources stay open',
  allowedCommands: 'no command',
};
