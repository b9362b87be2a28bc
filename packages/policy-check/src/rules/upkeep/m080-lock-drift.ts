import type { InventoryToolHints, ToolInventory } from '../../matrix/inventory.ts';
import type { FoundProblem, Severity } from '../../source/finding.ts';
import type { Location } from '../../source/location.ts';
import { shown, shownList } from '../../source/shown.ts';
import { effectiveServers } from '../../workspace/servers.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, githubServer } from '../define-rule.ts';

/** M080: servers whose tools or resources differ from the lock file. */
export const lockDrift = defineRule(['M080', 'lock-drift', 'warning', 'default'], {
  summary: 'The tools of a server, or their descriptions, have changed since the lock file was written.',
  reason:
    'Permissions apply to names. If a server adds a tool, or no longer marks a tool as destructive, the permissions of a mode change although nothing in the project has changed. The rule compares the lock file with the tools that the servers now offer, and reports nothing if either is missing. A tool that is no longer marked as destructive, or is now marked as read-only, is reported as an error.',
  ...exampleWithRepair(
    {
      ...githubServer,
      'tools.json': '[{ "name": "github", "tools": [{ "name": "get_issue" }, { "name": "delete_repo" }] }]\n',
      'locked-tools.json': '[{ "name": "github", "tools": [{ "name": "get_issue" }] }]\n',
    },
    { '}, { "name": "delete_repo" }]': '}]' },
  ),
  *check(workspace) {
    const { inventory, lockedInventory } = workspace;
    if (inventory === undefined || lockedInventory === undefined || inventory === lockedInventory) return;
    const locked = new Map(lockedInventory.map(({ name, tools }) => [name, tools]));
    const places = new Map(effectiveServers(workspace).map(({ name, file, pointer }) => [name, { file, pointer }]));
    for (const { name, tools } of inventory) {
      const before = locked.get(name);
      const place = places.get(name);
      const location =
        place === undefined ? firstPlace(workspace) : workspace.source(place.file).locateKey(place.pointer);
      if (tools === undefined || location === undefined) continue;
      for (const drift of before === undefined ? [newServer(name, tools)] : compare(name, before, tools))
        yield { ...drift, location, server: name };
    }
  },
});

type Drift = Pick<FoundProblem, 'message'> & { readonly severity: Severity };

function newServer(server: string, tools: readonly ToolInventory[]): Drift {
  const message = `The lock file does not contain the server ${shown(server)}, which offers ${tools.length} tools. Review them, and update the lock file.`;
  return { message, severity: 'warning' };
}

function* compare(server: string, before: readonly ToolInventory[], after: readonly ToolInventory[]): Iterable<Drift> {
  const old = new Map(before.map((tool) => [tool.name, tool]));
  const names = new Set(after.map(({ name }) => name));
  const added = after.filter(({ name }) => !old.has(name)).map(({ name }) => name);
  const removed = before.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const of = `server ${shown(server)}`;
  if (added.length > 0)
    yield {
      message: `The lock file does not contain ${shownList(added)} of ${of}. Review the new tools, and update the lock file.`,
      severity: 'warning',
    };
  if (removed.length > 0)
    yield {
      message: `The lock file contains ${shownList(removed)} of ${of}, but the server no longer offers them. Update the lock file.`,
      severity: 'info',
    };
  for (const tool of after) {
    const known = old.get(tool.name);
    const change = known && describeChange(known, tool);
    if (change !== undefined)
      yield {
        message: `The tool ${shown(tool.name)} of ${of} ${change.words} since the lock file was written. Review it, and update the lock file.`,
        severity: change.severity,
      };
  }
}

function describeChange(
  before: ToolInventory,
  after: ToolInventory,
): { readonly words: string; readonly severity: Severity } | undefined {
  const { hints: was = {} } = before;
  const { hints: is = {} } = after;
  if (was.destructive === true && is.destructive !== true)
    return { words: 'has lost its destructive hint', severity: 'error' };
  if (was.readOnly === false && is.readOnly === true)
    return { words: 'has been marked as read-only', severity: 'error' };
  const hints: readonly (keyof InventoryToolHints)[] = ['readOnly', 'destructive', 'idempotent', 'openWorld'];
  const changed = hints.filter((hint) => was[hint] !== is[hint]).map((hint) => `${hint}Hint`);
  if (changed.length > 0) return { words: `has changed ${changed.join(' and ')}`, severity: 'warning' };
  if (before.description !== undefined && before.description !== after.description)
    return { words: 'has a new description', severity: 'warning' };
  if (before.inputSchema !== undefined && JSON.stringify(before.inputSchema) !== JSON.stringify(after.inputSchema))
    return { words: 'has new arguments', severity: 'warning' };
  return undefined;
}

function firstPlace({ serverFiles, modeFiles }: Workspace): Location | undefined {
  const [file] = [...serverFiles, ...modeFiles];
  return file?.locate('');
}
