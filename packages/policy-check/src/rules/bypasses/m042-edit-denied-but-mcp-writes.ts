import { shownList } from '../../source/shown.ts';
import { groupPointer } from '../../workspace/mode-groups.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';
import { saysReadOnly } from './mode-words.ts';

/** M042: a mode that calls itself read-only but may write through a server. */
export const editDeniedButMcpWrites = defineRule(['M042', 'edit-denied-but-mcp-writes', 'error', 'default'], {
  summary:
    'A mode is described as read-only and has neither `edit` nor `command`, but it may call server tools that write.',
  reason:
    "Without `edit` and `command`, the agent's own tools change nothing, so people trust the mode. However, an MCP server, such as a server for files or for an issue tracker, can still write in every client that uses the format. The rule needs a lock file or responses from the servers. It relies on `readOnlyHint: false` and `destructiveHint: true`. It checks only modes whose own text promises to change nothing.",
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: auditor
            name: Read-only auditor
            roleDefinition: You look for faults.
            groups: [read, mcp]
      `,
      'mcp.json': '{ "mcpServers": { "files": { "command": "files-mcp" } } }\n',
      'tools.json': '[{ "name": "files", "tools": [{ "name": "write_file", "hints": { "readOnly": false } }] }]\n',
    },
    {
      '    groups: [read, mcp]':
        '    groups: [read, mcp]\n    mcpRestrictions:\n      allowedTools:\n        - { serverName: files, toolName: read_file }',
      '[{ "name": "files", "tools": [{ "name": "write_file", "hints": { "readOnly": false } }] }]':
        '[{ "name": "files", "tools": [{ "name": "write_file", "hints": { "readOnly": false } }, { "name": "read_file", "hints": { "readOnly": true } }] }]',
    },
  ),
  *check(workspace) {
    const escapes = workspace
      .modeBypasses('read-only-by-mcp')
      .filter(({ mode, way }) => way.certainty === 'certain' && saysReadOnly(mode));
    for (const [mode, found] of Map.groupBy(escapes, ({ mode }) => mode)) {
      const tools = found.flatMap(({ way }) =>
        way.through.flatMap((subject) => (subject.kind === 'mcp-tool' ? [`${subject.server}/${subject.tool}`] : [])),
      );
      const message = `Mode '${mode.slug}' is described as read-only, but according to the servers it may call tools that change something: ${shownList(tools)}. List the tools that the mode needs in 'allowedTools'.`;
      yield { message, location: mode.file.locate(groupPointer(mode, 'mcp') ?? mode.pointer), mode: mode.slug };
    }
  },
});
