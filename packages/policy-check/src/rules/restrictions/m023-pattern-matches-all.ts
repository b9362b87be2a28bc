import { isAnyCommand } from '../../commands/command-probes.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M023: an allow list that allows everything. */
export const patternMatchesAll = defineRule(['M023', 'pattern-matches-all', 'warning', 'default'], {
  summary:
    'An allow list of a mode contains `*`, which allows every server, every tool of every server, or every command.',
  reason:
    'The list looks like a limit but limits nothing. `allowedServers: ["*"]` allows even more than having no list, because it also covers servers that are off by default. In Zoo Code, `allowedMcpServers` has no wildcards, so `*` allows no server at all. In tool lists, `*` for one specific server is fine, because the list does not allow the other servers. M037 reports `*` in `allowedCommands` if the mode also denies commands.',
  ...exampleWithRepair(triageMode('mcpRestrictions:', '  allowedServers: ["*"]'), { '["*"]': '["issues-*"]' }),
  *check(workspace) {
    for (const { mode, list, allows, server, tool, isConditional, pointer } of workspace.restrictionEntries()) {
      if (!allows || isConditional || !isAll(server) || (tool !== undefined && !isAll(tool))) continue;
      const what =
        tool === undefined ? 'every server, including servers that are off by default' : 'every tool of every server';
      const message = `'${list}' of mode '${mode.slug}' allows ${what}, so it limits nothing. List only the servers or tools that the mode needs, or remove the list.`;
      yield { message, location: mode.file.locate(pointer), mode: mode.slug };
    }
    const entries = workspace.commandEntries();
    const limited = new Set(entries.flatMap(({ list, mode }) => (list === 'allowedCommands' ? [] : [mode])));
    for (const entry of entries) {
      const { mode, pointer } = entry;
      if (!isAnyCommand(entry) || limited.has(mode)) continue;
      const message = `'allowedCommands' of mode '${mode.slug}' allows every command, so it limits nothing. List the commands that the mode needs, or remove the list.`;
      yield { message, location: mode.file.locate(pointer), mode: mode.slug };
    }
  },
});

function isAll(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}
