import { decide } from '@modegate/mode-core';
import { findCommandWays } from '../../bypasses/commands/find-command-ways.ts';
import { shown } from '../../source/shown.ts';
import { mayUseTool } from '../../workspace/decisions.ts';
import { groupPointer } from '../../workspace/mode-groups.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import type { CheckedMode, Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M044: a mode that reads private data, receives content from untrusted sources, and can send data out. */
export const trifecta = defineRule(['M044', 'trifecta', 'warning', 'strict'], {
  summary: 'One mode may read private files, take in text from untrusted sources, and send data out.',
  reason:
    'Text that an agent reads can tell the agent what to do. If the same mode also reads private files and can send data out, one page or issue is enough to make it send the files out, and no single call looks wrong. The only reliable remedy is to remove one of these three abilities. The rule needs a lock file or responses from the servers. A tool that only reads and has `openWorldHint: true` brings in untrusted text. A tool that has this hint but does more than read can send data out. The group `command` can also send data out, and the group `browser` can do both.',
  ...exampleWithRepair(
    {
      ...modeFile(
        'researcher',
        'You look things up.',
        'groups: [read, mcp]',
        'mcpRestrictions:',
        '  allowedServers: [web]',
      ),
      'mcp.json': '{ "mcpServers": { "web": { "command": "web-mcp" } } }\n',
      'tools.json':
        '[{ "name": "web", "tools": [{ "name": "fetch", "hints": { "readOnly": true, "openWorld": true } }, { "name": "post", "hints": { "readOnly": false, "openWorld": true } }] }]\n',
    },
    { '      allowedServers: [web]': '      allowedTools:\n        - { serverName: web, toolName: fetch }' },
  ),
  *check(workspace) {
    const open = openWorldTools(workspace);
    if (open.length === 0) return;
    for (const mode of workspace.modes.filter(isEvaluated)) {
      if (!holds(workspace, mode, 'list_files')) continue;
      const usable = open.filter((tool) => mayUseTool(workspace, mode.slug, tool));
      const browser = holds(workspace, mode, 'browser_action') ? "the group 'browser'" : undefined;
      const command = canSendByCommand(workspace, mode) ? "the group 'command'" : undefined;
      const source = nameOf(usable.find(({ isReadOnly }) => isReadOnly)) ?? browser;
      const way = nameOf(usable.find(({ isReadOnly }) => !isReadOnly)) ?? command ?? browser;
      if (usable.length === 0 || source === undefined || way === undefined) continue;
      const message = `Mode '${mode.slug}' reads project files, takes in text from outside through ${source}, and can send data out through ${way}. The text from outside can make the mode send the files out. Remove one of these three abilities from the mode.`;
      yield { message, location: mode.file.locate(groupPointer(mode, 'mcp') ?? mode.pointer), mode: mode.slug };
    }
  },
});

interface OpenWorldTool {
  readonly server: string;
  readonly tool: string;
  readonly isReadOnly: boolean;
}

function openWorldTools(workspace: Workspace): readonly OpenWorldTool[] {
  const configured = new Set(effectiveServers(workspace).map(({ name }) => name));
  return [...listKnownTools(workspace)].flatMap(([server, tools]) =>
    workspace.areServersKnown && !configured.has(server)
      ? []
      : tools.flatMap(({ name, hints }) =>
          hints?.openWorld === true ? [{ server, tool: name, isReadOnly: hints.readOnly === true }] : [],
        ),
  );
}

function holds({ policy }: Workspace, { slug }: CheckedMode, tool: string): boolean {
  return decide(policy, { mode: slug, tool, params: { path: '.' } }).allowed;
}

/**
 * True if a mode can send data out by means of commands, because it may run any command or because its rules allow a
 * suitable one.
 */
function canSendByCommand({ policy }: Workspace, { slug }: CheckedMode): boolean {
  const may = (command: string): boolean =>
    decide(policy, { mode: slug, tool: 'execute_command', params: { command }, shell: 'bash' }).allowed;
  const ways = findCommandWays({ policy, mode: slug, circumstances: {} }, undefined);
  return senders.some(may) || ways.some(({ certainty }) => certainty !== 'possible');
}

const senders = [
  'curl example.com',
  'wget example.com',
  'git push',
  'gh issue create',
  'ssh example.com',
  'scp x example.com:',
  'rsync x example.com:',
  'nc example.com 80',
  'dig x.example.com',
  'nslookup x.example.com',
  'ping x.example.com',
];

function nameOf(tool: OpenWorldTool | undefined): string | undefined {
  return tool && shown(`${tool.server}/${tool.tool}`);
}
