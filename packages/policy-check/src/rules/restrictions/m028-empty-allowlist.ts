import { removeField } from '../../fixes/remove-text.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';

/** M028: an allow list without entries in a mode that has the group `mcp`. */
export const emptyAllowlist: Rule = {
  id: 'M028',
  name: 'empty-allowlist',
  severity: 'warning',
  preset: 'default',
  since: '0.1.0',
  summary: 'A mode holds the group `mcp`, and one of its allow lists is empty.',
  reason:
    'An empty list allows nothing, and a missing list allows everything: the two look alike to a reader, and many forms save an empty list if nothing was chosen. Modegate and Zoo Code both read `[]` as none. `allowedTools: []` closes only the tools; the resources of every server stay open. To close MCP, leave out the group `mcp`, which every client understands; to open it, leave out the list.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: triage
            name: Triage
            roleDefinition: You sort what comes in.
            groups: [read, mcp]
            allowedMcpServers: []
      `,
    },
    { '[]': '[tracker]' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const { groups, mcpRestrictions: own, allowedMcpServers } = mode.loaded.config;
      if (!groups.some((group) => group === 'mcp' || group[0] === 'mcp')) continue;
      const lists = [
        { at: 'mcpRestrictions/allowedServers', list: own?.allowedServers },
        { at: 'mcpRestrictions/allowedTools', list: own?.allowedTools },
        { at: 'allowedMcpServers', list: allowedMcpServers },
      ];
      for (const { at, list } of lists) {
        if (list?.length !== 0) continue;
        const name = at.split('/').at(-1) ?? at;
        const effect = name === 'allowedTools' ? 'no tool, though resources stay open' : 'no server at all';
        const message = `'${name}' of mode '${mode.slug}' is empty, which allows ${effect}. If that is intended, remove 'mcp' from 'groups'; otherwise name what the mode needs.`;
        const edit = removeField(mode.file, `${mode.pointer}/${at}`);
        // The fix opens something that is closed now.
        const fix = edit && { description: 'Remove the list, which allows everything.', edits: [edit], isSafe: false };
        yield { message, location: mode.file.locateKey(`${mode.pointer}/${at}`), fix, mode: mode.slug };
      }
    }
  },
};
