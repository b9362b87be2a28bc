import { nearestName } from '@modegate/mode-core';
import type { FoundProblem } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { isTypingSlip } from '../typing-slip.ts';
import { comparable, foldName, isWildcard, serverNames } from './support/name-sets.ts';
import { replaceName } from './support/replace-name.ts';
import { type RestrictionEntry, restrictionEntries } from './support/restriction-entries.ts';
import { shown } from './support/shown.ts';

/** M020: a restriction that names a server which is not configured. */
export const unknownServer: Rule = {
  id: 'M020',
  name: 'unknown-server',
  severity: 'error',
  persona: 'default',
  since: '0.1.0',
  summary: 'A restriction of a mode names a server that no file of servers has.',
  reason:
    'An allowed server that does not exist gives the mode nothing: Modegate refuses its calls, and Zoo Code shows the mode without it. A denied one denies nothing: if the name is misspelt, the server that was meant stays open. A name that differs in letter case or separators only is told by M033, a pattern that matches nothing by M022. It needs the files of servers, the global one included where modes use its servers; without any it says nothing.',
  bad: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: triage\n    name: Triage\n    roleDefinition: You sort what comes in.\n    groups: [read, mcp]\n    mcpRestrictions:\n      allowedServers: [githb]\n',
      'mcp.json': '{ "mcpServers": { "github": { "command": "github-mcp-server" } } }\n',
    },
  },
  good: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: triage\n    name: Triage\n    roleDefinition: You sort what comes in.\n    groups: [read, mcp]\n    mcpRestrictions:\n      allowedServers: [github]\n',
      'mcp.json': '{ "mcpServers": { "github": { "command": "github-mcp-server" } } }\n',
    },
  },
  isFixable: true,
  *check(workspace) {
    const names = serverNames(workspace);
    if (names === undefined) return;
    const known = new Set(names);
    const folded = new Set(names.map(foldName));
    for (const entry of restrictionEntries(workspace)) {
      const { server } = entry;
      if (server.trim() === '' || isWildcard(server) || known.has(server) || folded.has(foldName(server))) continue;
      yield toProblem(entry, nearestName(server, comparable(names)));
    }
  },
};

function toProblem(entry: RestrictionEntry, nearest: string | undefined): FoundProblem {
  const { mode, server, list, allows, serverPointer } = entry;
  const isSlip = nearest !== undefined && isTypingSlip(server, nearest);
  const effect = allows
    ? 'so this entry allows nothing'
    : `so this entry denies nothing${isSlip ? `, and ${shown(nearest)} stays open if it was meant` : ''}`;
  const way = nearest === undefined ? 'Configure the server, or remove the entry.' : `Did you mean ${shown(nearest)}?`;
  const message = `'${list}' of mode '${mode.slug}' names the server ${shown(server)}, which is not configured, ${effect}. ${way}`;
  const location = mode.file.locate(serverPointer);
  const fix = isSlip ? replaceName(mode.file, serverPointer, { name: nearest, isSafe: false }) : undefined;
  return { message, location, fix, mode: mode.slug, severity: allows || isSlip ? 'error' : 'warning' };
}
