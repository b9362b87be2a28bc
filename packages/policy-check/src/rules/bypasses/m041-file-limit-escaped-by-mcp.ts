import type { Bypass } from '../../bypasses/bypass.ts';
import { shownList } from '../../source/shown.ts';
import { relatedRule } from '../../workspace/decisions.ts';
import { groupPointer, isUnlimited } from '../../workspace/mode-groups.ts';
import { effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import type { ModeBypass, Workspace } from '../../workspace/workspace.ts';
import { defineRule, docsMode, example, fileLimit, modeFile } from '../define-rule.ts';
import { changesFiles } from '../servers/file-server.ts';

/** M041: a file restriction in a mode whose servers can write files. */
export const fileLimitEscapedByMcp = defineRule(['M041', 'file-limit-escaped-by-mcp', 'warning', 'default'], {
  summary:
    'A mode limits which files it may edit, but it may call MCP servers that write files or whose behaviour is unknown.',
  reason:
    "A file limit applies only to the agent's own tools. A server for files, git or a shell can write to any file, in every client that uses the format. The finding is a warning for servers that are started from a package of that kind, and for tools that have both `readOnlyHint: false` and `openWorldHint: false`. Tools that declare that they interact with the outside world are ignored. If it is not known what the servers do, the finding is informational, and is reported only for modes that cannot already bypass the limit through `command`. Tool names are never treated as hints.",
  bad: example({
    ...docsMode('^docs/.*\\.md$', 'mcp'),
    'mcp.json': '{ "mcpServers": { "files": { "command": "mcp-server-filesystem", "args": ["."] } } }\n',
  }),
  good: example({
    ...modeFile(
      'docs-writer',
      'You write documentation.',
      ...fileLimit('^docs/.*\\.md$'),
      '  - mcp',
      'mcpRestrictions:',
      '  allowedTools:',
      '    - { serverName: files, toolName: read_file }',
    ),
    'mcp.json': '{ "mcpServers": { "files": { "command": "mcp-server-filesystem", "args": ["."] } } }\n',
    'tools.json':
      '[{ "name": "files", "tools": [{ "name": "write_file", "hints": { "readOnly": false } }, { "name": "read_file", "hints": { "readOnly": true } }] }]\n',
  }),
  *check(workspace) {
    const writes = createJudge(workspace);
    const openByCommand = new Set(
      workspace
        .modeBypasses('file-limit-by-command')
        .flatMap(({ mode, way }) => (way.certainty === 'possible' ? [] : [mode.slug])),
    );
    for (const [slug, found] of Map.groupBy(workspace.modeBypasses('file-limit-by-mcp'), ({ mode }) => mode.slug)) {
      const writers = [...new Set(found.flatMap(({ way }) => way.through.flatMap((subject) => writes(subject) ?? [])))];
      const isOpen = !openByCommand.has(slug) && found.some(({ way }) => way.certainty === 'possible');
      const [first] = found;
      if (first === undefined || isUnlimited(first.mode) || (writers.length === 0 && !isOpen)) continue;
      yield toProblem(workspace, first, writers);
    }
  },
});

type Subject = Bypass['through'][number];

/**
 * Creates a function that returns the name of the server or tool through which a subject writes files, or undefined if
 * nothing indicates that the subject does so.
 */
function createJudge(workspace: Workspace): (subject: Subject) => string | undefined {
  const servers = new Set(effectiveServers(workspace).flatMap((server) => (changesFiles(server) ? [server.name] : [])));
  const local = new Set(
    [...listKnownTools(workspace)].flatMap(([server, tools]) =>
      tools.flatMap(({ name, hints }) =>
        hints?.readOnly === false && hints.openWorld === false ? [JSON.stringify([server, name])] : [],
      ),
    ),
  );
  return (subject) => {
    if (!('server' in subject)) return undefined;
    if (servers.has(subject.server)) return subject.server;
    if (subject.kind !== 'mcp-tool' || !local.has(JSON.stringify([subject.server, subject.tool]))) return undefined;
    return `${subject.server}/${subject.tool}`;
  };
}

function toProblem(workspace: Workspace, { mode, way }: ModeBypass, writers: readonly string[]) {
  const message =
    writers.length > 0
      ? `Mode '${mode.slug}' limits the files it may edit, but it may also change files with ${shownList(writers)}, which the limit does not cover. List the tools that the mode needs in 'allowedTools'.`
      : `Mode '${mode.slug}' limits the files it may edit, but it may also call tools of unknown MCP servers, which the limit does not cover. List the tools that the mode needs in 'allowedTools', or remove the group 'mcp'.`;
  const location = mode.file.locate(groupPointer(mode, 'mcp') ?? mode.pointer);
  const severity = writers.length > 0 ? ('warning' as const) : ('info' as const);
  return { message, location, related: relatedRule(workspace, way.limit, 'The limit.'), severity, mode: mode.slug };
}
