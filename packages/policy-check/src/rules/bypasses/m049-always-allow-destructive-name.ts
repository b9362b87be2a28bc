import type { InventoryToolHints } from '../../matrix/inventory.ts';
import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, serverEntry, serversText } from '../define-rule.ts';
import { approvedTools } from '../servers/approved-tools.ts';
import { isReadingWord, isShellTool, toolWords } from '../servers/tool-words.ts';

/** M049: advance approval of a tool whose name sounds destructive. */
export const alwaysAllowDestructiveName = defineRule(['M049', 'always-allow-destructive-name', 'warning', 'strict'], {
  summary:
    'The `alwaysAllow` list of a server contains a tool whose name suggests that it deletes, overwrites or publishes something.',
  reason:
    'Most servers provide no hints, so only the name is known. If a tool called `delete_…`, `drop_…`, `write_…` or `push_…` is approved in advance, it runs without asking as soon as automatic approval of MCP is on. A name can be misleading, so this rule is part of a stricter check. M046 checks tools that have a hint, and M067 checks tools that run commands.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText(
        serverEntry('github', '"command": "github-mcp-server"', '"alwaysAllow": ["get_issue", "delete_branch"]'),
      ),
    },
    { '"delete_branch"]': '"list_deleted_branches"]' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const { server, tool, hints, report } of approvedTools(workspace))
      if (!hints.some(isHinted) && !isShellTool(tool) && soundsDestructive(tool))
        yield report(
          `The tool ${shown(tool)} of server ${shown(server.name)} runs without approval, and its name suggests that it makes permanent changes. Remove the tool from 'alwaysAllow' unless it is harmless.`,
        );
  },
});

function isHinted({ readOnly, destructive }: InventoryToolHints): boolean {
  return readOnly !== undefined || destructive !== undefined;
}

const verbs: ReadonlySet<string> = new Set(
  'delete remove drop destroy purge wipe truncate erase reset revoke kill terminate force push merge publish deploy exec execute eval evaluate run shell send transfer pay write overwrite move edit'.split(
    ' ',
  ),
);

/**
 * The verb comes first, or follows a word that identifies the server: `delete_branch`, `browser_evaluate`,
 * `forceRelease`.
 */
function soundsDestructive(tool: string): boolean {
  const words = toolWords(tool);
  return words.slice(0, 2).some((word) => verbs.has(word)) && !isReadingWord(words);
}
