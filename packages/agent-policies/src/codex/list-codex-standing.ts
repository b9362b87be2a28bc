import type { AgentProfile } from '../agent-answer.ts';
import { standingHooks } from '../hooks.ts';
import { liesInside } from '../paths.ts';
import { type StandingSetting, showServer } from '../standing-setting.ts';
import type { CodexRules } from './codex-rules.ts';
import { type CodexLayers, type CodexSetting, findSetting, keysAt } from './config-layers.ts';
import { lineOfKey } from './read-codex-config.ts';
import { readConfigHooks } from './read-codex-hooks.ts';
import { openCodexSession } from './session.ts';

/** Lists the servers, plugins, hooks and network rules that take effect in a profile's sessions without a call. */
export function listCodexStanding(profile: AgentProfile<CodexRules>): readonly StandingSetting[] {
  const { rules } = profile;
  const session = openCodexSession(profile, {});
  if (rules.role !== undefined || 'code' in session) return [];
  const { layers } = session;
  return [
    ...keysAt(layers, ['mcp_servers']).flatMap((id) => serverOf(layers, id)),
    ...keysAt(layers, ['plugins']).flatMap((id) => pluginOf(layers, id)),
    ...standingHooks([
      ...layers.flatMap(readConfigHooks),
      ...rules.hooks.flatMap(({ folder, hooks }) => (liesInside(folder, rules.folder) ? hooks : [])),
    ]),
    ...networkRules(rules),
  ];
}

function placeOf({ config, path }: CodexSetting): Pick<StandingSetting, 'file' | 'line'> {
  return { ...(config.name !== undefined && { file: config.name, line: lineOfKey(config, path) }) };
}

function serverOf(layers: CodexLayers, id: string): readonly StandingSetting[] {
  const server = findSetting(layers, ['mcp_servers', id]);
  if (server === undefined || findSetting(layers, ['mcp_servers', id, 'enabled'])?.value === false) return [];
  const value = (key: string) => findSetting(layers, ['mcp_servers', id, key]);
  const starts = showServer({ command: value('command')?.value, args: value('args')?.value, url: value('url')?.value });
  const approval = value('default_tools_approval_mode');
  const isApproved = approval?.value === 'approve';
  const does = `starts the MCP server \`${id}\`${isApproved ? ' and does not ask about its tools' : ''}: ${starts}`;
  return [{ key: `mcp_servers.${id}`, does, weight: isApproved ? 2 : 1, ...placeOf(isApproved ? approval : server) }];
}

function pluginOf(layers: CodexLayers, id: string): readonly StandingSetting[] {
  const plugin = findSetting(layers, ['plugins', id]);
  if (plugin === undefined || findSetting(layers, ['plugins', id, 'enabled'])?.value === false) return [];
  return [{ key: `plugins.${id}`, does: `uses the plugin ${id}`, weight: 1, mayRefuse: true, ...placeOf(plugin) }];
}

const network = { allow: ['lets', 1], ask: ['asks before it lets', 0], deny: ['keeps', -1] } as const;

function networkRules({ rules }: CodexRules): readonly StandingSetting[] {
  return rules.flatMap(({ networkRules: own }) =>
    own.flatMap(({ rule, effect, ...place }): readonly StandingSetting[] => {
      if (effect !== 'allow' && effect !== 'ask' && effect !== 'deny') return [];
      const [, host = 'a host'] = /host\s*=\s*"([^"]*)"/.exec(rule) ?? [];
      const [verb, weight] = network[effect];
      const does = `${verb} commands ${effect === 'deny' ? 'from reaching' : 'reach'} \`${host}\``;
      return [{ key: `network_rule ${host}`, does, weight, ...place }];
    }),
  );
}
