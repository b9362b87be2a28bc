import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';

/** M023: an allow list that allows everything. */
export const patternMatchesAll: Rule = {
  id: 'M023',
  name: 'pattern-matches-all',
  severity: 'warning',
  preset: 'default',
  since: '0.1.0',
  summary: 'An allow list of a mode contains `*`, which allows every server, or every tool of every server.',
  reason:
    'The list looks like a limit, but limits nothing. `allowedServers: ["*"]` is even wider than no list: it names every server, so it also opens those that are off by default. In Zoo Code `allowedMcpServers` has no wildcards, and `*` allows no server at all. In lists of tools, `*` for one named server is fine: the list does not allow the other servers.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: triage
            name: Triage
            roleDefinition: You sort what comes in.
            groups: [read, mcp]
            mcpRestrictions:
              allowedServers: ["*"]
      `,
    },
    { '["*"]': '["issues-*"]' },
  ),
  isFixable: false,
  *check(workspace) {
    for (const { mode, list, allows, server, tool, isConditional, pointer } of workspace.restrictionEntries()) {
      if (!allows || isConditional || !isAll(server) || (tool !== undefined && !isAll(tool))) continue;
      const what =
        tool === undefined ? 'every server, including those that are off by default' : 'every tool of every server';
      const message = `'${list}' of mode '${mode.slug}' allows ${what}, so it limits nothing. Name what the mode needs, or leave the list out.`;
      yield { message, location: mode.file.locate(pointer), mode: mode.slug };
    }
  },
};

function isAll(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}
