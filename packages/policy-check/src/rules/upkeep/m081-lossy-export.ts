import { isLiteral } from '../../matrix/names.ts';
import { shown } from '../../source/shown.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import type { CheckedMode } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M081: restrictions that are also meant for Zoo Code but have a different effect there. */
export const lossyExport = defineRule(['M081', 'lossy-export', 'warning', 'strict'], {
  summary:
    'A mode has the list `allowedMcpServers` for Zoo Code, but it also has limits that this list cannot express.',
  reason:
    'Zoo Code has a single list of servers, which contains their exact names. Deny rules, tool lists, schedules, conditions and inheritance apply only in Modegate, and Zoo Code treats a wildcard in the list as the name of a server. A mode that has the list is used in Zoo Code, which does not enforce limits that the list cannot express.',
  ...exampleWithRepair(triageMode('allowedMcpServers: ["git*"]'), { '["git*"]': '[github]' }),
  *check(workspace) {
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const { allowedMcpServers } = mode.loaded.config;
      if (allowedMcpServers === undefined) continue;
      const lost = lostFields(mode);
      const wildcard = allowedMcpServers.findIndex((name) => !isLiteral(name));
      if (wildcard >= 0) {
        const message = `'allowedMcpServers' of mode '${mode.slug}' contains the pattern ${shown(allowedMcpServers[wildcard] ?? '')}, which Zoo Code treats as the name of a server. List the servers by name.`;
        yield { message, location: mode.file.locate(`${mode.pointer}/allowedMcpServers/${wildcard}`), mode: mode.slug };
      }
      if (lost.length === 0) continue;
      const message = `Zoo Code reads 'allowedMcpServers' of mode '${mode.slug}' but does not know ${lost.map((field) => `'${field}'`).join(', ')}, so everything that these keys refuse is open in Zoo Code.`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/mcpRestrictions`), mode: mode.slug };
    }
  },
});

const zooUnknown = [
  'askServers',
  'disallowedServers',
  'allowedTools',
  'askTools',
  'disallowedTools',
  'schedule',
  'when',
  'extends',
] as const;

function lostFields({ loaded }: CheckedMode): readonly string[] {
  const own = loaded.config.mcpRestrictions ?? {};
  return zooUnknown.filter((field) => own[field] !== undefined);
}
