import { removeItem } from '../../fixes/remove-text.ts';
import { shown } from '../../source/shown.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';
import { effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import { isReadingWord, isShellTool, toolWords } from '../servers/tool-words.ts';

/** M049: advance approval of a tool whose name sounds destructive. */
export const alwaysAllowDestructiveName: Rule = {
  id: 'M049',
  name: 'always-allow-destructive-name',
  severity: 'warning',
  preset: 'strict',
  since: '0.1.0',
  summary:
    'The `alwaysAllow` list of a server contains a tool whose name suggests that it deletes, overwrites or publishes something.',
  reason:
    'Most servers provide no hints, so only the name is known. If a tool called `delete_…`, `drop_…`, `write_…` or `push_…` is approved in advance, it runs without asking as soon as automatic approval of MCP is on. A name can be misleading, so this rule is part of a stricter check. M046 checks tools that have a hint, and M067 checks tools that run commands.',
  ...exampleWithRepair(
    {
      'mcp.json': `
        {
          "mcpServers": {
            "github": {
              "command": "github-mcp-server",
              "alwaysAllow": ["get_issue", "delete_branch"]
            }
          }
        }
      `,
    },
    { '"delete_branch"]': '"list_deleted_branches"]' },
  ),
  isFixable: true,
  *check(workspace) {
    const tools = listKnownTools(workspace);
    for (const server of effectiveServers(workspace)) {
      const hinted = new Set(
        (tools.get(server.name) ?? []).flatMap(({ name, hints }) => (isHinted(hints) ? [name] : [])),
      );
      const source = workspace.source(server.file);
      for (const [index, tool] of server.policy.alwaysAllow.entries()) {
        if (hinted.has(tool) || isShellTool(tool) || !soundsDestructive(tool)) continue;
        const pointer = `${server.pointer}/alwaysAllow/${index}`;
        const edit = removeItem(source, pointer);
        yield {
          message: `The tool ${shown(tool)} of server ${shown(server.name)} runs without approval, and its name suggests that it makes permanent changes. Remove the tool from 'alwaysAllow' unless it is harmless.`,
          location: source.locate(pointer),
          server: server.name,
          fix: edit && { description: "Remove the tool from 'alwaysAllow'.", edits: [edit], isSafe: false },
        };
      }
    }
  },
};

function isHinted(hints: { readonly readOnly?: boolean; readonly destructive?: boolean } | undefined): boolean {
  return hints?.readOnly !== undefined || hints?.destructive !== undefined;
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
