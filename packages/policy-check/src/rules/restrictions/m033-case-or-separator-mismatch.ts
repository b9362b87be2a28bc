import { replaceName } from '../../fixes/replace-name.ts';
import { isLiteral } from '../../matrix/names.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import { foldName } from '../../source/similar-names.ts';
import { listServerNames } from '../../workspace/servers.ts';
import type { RestrictionEntry } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, githubServer, triageMode } from '../define-rule.ts';
import { idleEffect, openEffect } from './idle-effect.ts';

/** M033: a server name that is correct except for letter case or separators. */
export const caseOrSeparatorMismatch = defineRule(['M033', 'case-or-separator-mismatch', 'error', 'default'], {
  summary: 'A server name in a restriction differs from the configured name in letter case or separators.',
  reason:
    'Server names must match exactly: `Github` is not `github`, and `my_server` is not `my-server`. In Modegate and Zoo Code, an allow rule with the wrong name opens nothing, and a deny rule with the wrong name leaves the server open. The rule needs the server files.',
  ...exampleWithRepair(
    { ...triageMode('mcpRestrictions:', '  disallowedServers: [Github]'), ...githubServer },
    { '[Github]': '[github]' },
  ),
  isFixable: true,
  *check(workspace) {
    const names = listServerNames(workspace);
    if (names === undefined) return;
    const known = new Set(names);
    const byFold = Map.groupBy(names, foldName);
    for (const entry of workspace.restrictionEntries()) {
      const { server } = entry;
      if (server.trim() === '' || !isLiteral(server) || known.has(server)) continue;
      const meant = byFold.get(foldName(server));
      if (meant !== undefined) yield toProblem(entry, meant);
    }
  },
});

function toProblem(entry: RestrictionEntry, meant: readonly string[]): FoundProblem {
  const { mode, list, server, allows, serverPointer } = entry;
  const [name = ''] = meant;
  const open = allows ? '' : `, and ${shown(name)} ${openEffect(entry)}`;
  const message = `'${list}' of mode '${mode.slug}' refers to the server ${shown(server)}, but the server is called ${shown(name)}, so this entry ${idleEffect(entry)}${open}. Names must match exactly.`;
  const fix = replaceName(mode.file, serverPointer, { name, isSafe: meant.length === 1 });
  return { message, location: mode.file.locate(serverPointer), fix, mode: mode.slug };
}
