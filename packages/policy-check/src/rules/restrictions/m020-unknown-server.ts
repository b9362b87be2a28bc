import { nearestName } from '@modegate/nearest-name';
import { replaceName } from '../../fixes/replace-name.ts';
import { isLiteral } from '../../matrix/names.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import { comparable, foldName, isTypingSlip, suggestName } from '../../source/similar-names.ts';
import { mayUseTool } from '../../workspace/decisions.ts';
import { listServerNames } from '../../workspace/servers.ts';
import type { RestrictionEntry, Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, githubServer, triageMode } from '../define-rule.ts';
import { idleEffect, openEffect } from './idle-effect.ts';

/** M020: a restriction that refers to a server that is not configured. */
export const unknownServer = defineRule(['M020', 'unknown-server', 'error', 'default'], {
  summary: 'A restriction of a mode refers to a server that is not configured in any server file.',
  reason:
    'A client can configure its servers outside the project files, so Modegate also applies the rules of the mode to unknown servers. An unknown server is allowed if the mode allows it by its exact name, and is refused otherwise. Any server that later has this name gets the permission. If the name is misspelt, the intended server stays closed to the mode, and a server that should be denied stays open. M033 reports a name that differs only in letter case or separators, and M022 reports a pattern that matches nothing. The rule needs the server files, including the global one if modes use its servers. Without any server files, the rule reports nothing.',
  ...exampleWithRepair(
    { ...triageMode('mcpRestrictions:', '  allowedServers: [githb]'), ...githubServer },
    { '[githb]': '[github]' },
  ),
  isFixable: true,
  *check(workspace) {
    const names = listServerNames(workspace);
    if (names === undefined) return;
    const known = new Set(names);
    const folded = new Set(names.map(foldName));
    for (const entry of workspace.restrictionEntries()) {
      const { server } = entry;
      if (server.trim() === '' || !isLiteral(server) || known.has(server) || folded.has(foldName(server))) continue;
      yield toProblem(workspace, entry, nearestName(server, comparable(names)));
    }
  },
});

function toProblem(workspace: Workspace, entry: RestrictionEntry, nearest: string | undefined): FoundProblem {
  const { mode, server, list, allows, serverPointer } = entry;
  const isSlip = nearest !== undefined && isTypingSlip(server, nearest);
  const isOpen = allows && isAllowed(workspace, entry);
  const way = suggestName(nearest, 'Configure the server, or remove the entry.');
  const message = `'${list}' of mode '${mode.slug}' refers to the server ${shown(server)}, which is not configured in any server file, ${describeEffect(entry, { isOpen, meant: isSlip ? nearest : undefined })}. ${way}`;
  const location = mode.file.locate(serverPointer);
  const fix = isSlip ? replaceName(mode.file, serverPointer, { name: nearest, isSafe: false }) : undefined;
  const severity = isSlip || (allows && !isOpen) ? 'error' : 'warning';
  return { message, location, fix, mode: mode.slug, severity };
}

function describeEffect(
  entry: RestrictionEntry,
  { isOpen, meant }: { readonly isOpen: boolean; readonly meant: string | undefined },
): string {
  if (isOpen) return 'so any server with exactly this name is allowed';
  const open =
    meant === undefined || entry.allows ? '' : `, and ${shown(meant)} ${openEffect(entry)} if that server was meant`;
  return `so this entry ${idleEffect(entry)}${open}`;
}

/** True if a call is allowed. Tool patterns do not affect calls for the server's resources. */
function isAllowed(workspace: Workspace, { mode, server, tool }: RestrictionEntry): boolean {
  const called = tool !== undefined && isLiteral(tool) ? tool : undefined;
  return mayUseTool(workspace, mode.slug, { server, tool: called });
}
