import type { Rule } from '../rule.ts';
import { groupBy } from './support/group-by.ts';
import { groupPointer } from './support/group-pointer.ts';
import { modeEscapes } from './support/mode-escapes.ts';
import { isUnlimited } from './support/mode-limits.ts';
import { ruleLocation } from './support/rule-location.ts';
import { shownList } from './support/shown.ts';

/** M041: a file limit beside tools of servers that may write. */
export const fileLimitEscapedByMcp: Rule = {
  id: 'M041',
  name: 'file-limit-escaped-by-mcp',
  severity: 'warning',
  persona: 'default',
  since: '0.1.0',
  summary:
    'A mode limits which files it may edit, and may call tools of MCP servers that write, or of which nothing is known.',
  reason:
    "A file limit holds for the agent's own tools. A server of files, of git or of a shell writes where it likes, in every client of the format. Tools whose server says `readOnlyHint: false` or `destructiveHint: true` give a warning. Where it is not known what the servers offer, the open door is told as information, and only for modes that are not open by `command` already; a name is never taken for a hint.",
  bad: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: docs-writer\n    name: Docs Writer\n    roleDefinition: You write documentation.\n    groups:\n      - read\n      - - edit\n        - fileRegex: ^docs/.*\\.md$\n      - mcp\n',
      'mcp.json': '{ "mcpServers": { "files": { "command": "files-mcp" } } }\n',
      'tools.json': '[{ "name": "files", "tools": [{ "name": "write_file", "hints": { "readOnly": false } }] }]\n',
    },
  },
  good: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: docs-writer\n    name: Docs Writer\n    roleDefinition: You write documentation.\n    groups:\n      - read\n      - - edit\n        - fileRegex: ^docs/.*\\.md$\n      - mcp\n    mcpRestrictions:\n      allowedTools:\n        - { serverName: files, toolName: read_file }\n',
      'mcp.json': '{ "mcpServers": { "files": { "command": "files-mcp" } } }\n',
      'tools.json':
        '[{ "name": "files", "tools": [{ "name": "write_file", "hints": { "readOnly": false } }, { "name": "read_file", "hints": { "readOnly": true } }] }]\n',
    },
  },
  isFixable: false,
  *check(workspace) {
    const openByCommand = new Set(modeEscapes(workspace, 'file-limit-by-command').map(({ mode }) => mode.slug));
    const escapes = modeEscapes(workspace, 'file-limit-by-mcp').filter(
      ({ mode, way }) => way.certainty === 'certain' || (way.certainty === 'possible' && !openByCommand.has(mode.slug)),
    );
    for (const [, found] of groupBy(escapes, ({ mode }) => mode.slug)) {
      const certain = found.filter(({ way }) => way.certainty === 'certain');
      const [first] = certain.length > 0 ? certain : found;
      if (first === undefined) continue;
      const { mode, way } = first;
      if (isUnlimited(mode)) continue;
      const limit = way.limit && ruleLocation(workspace, way.limit);
      const tools = certain.flatMap((each) =>
        each.way.through.flatMap((subject) =>
          subject.kind === 'mcp-tool' ? [`${subject.server}/${subject.tool}`] : [],
        ),
      );
      const message =
        certain.length > 0
          ? `Mode '${mode.slug}' limits the files it may edit, but it may call ${shownList(tools)}, which change something by what their servers say. List the tools it needs in 'allowedTools'.`
          : `Mode '${mode.slug}' limits the files it may edit, but it may call tools of MCP servers of which nothing is known, and the limit does not hold for them. List the tools it needs in 'allowedTools', or leave the group 'mcp' out.`;
      yield {
        message,
        location: mode.file.locate(groupPointer(mode, 'mcp') ?? mode.pointer),
        related: limit === undefined ? [] : [{ message: 'The limit.', location: limit }],
        severity: certain.length > 0 ? 'warning' : 'info',
        mode: mode.slug,
      };
    }
  },
};
