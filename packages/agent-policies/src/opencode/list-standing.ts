import type { AgentProfile } from '../agent-answer.ts';
import type { StandingSetting } from '../standing-setting.ts';
import type { OpencodeRules } from './agent-rules.ts';

/**
 * @internal Lists the settings that take effect without a call in the session that starts in a folder; other agents in
 * the same folder have no such settings.
 */
export function listOpencodeStanding({ rules }: AgentProfile<OpencodeRules>): readonly StandingSetting[] {
  const { isDefault, name, standing, paths, project } = rules;
  if (!isDefault) return [];
  const agent: StandingSetting = { key: 'default_agent', does: `starts with the agent \`${name}\``, weight: 0 };
  const plugins = paths.filter((path) => /\/\.(?:opencode|kilo|kilocode)\/plugins?\/[^/]+\.[jt]s$/.test(path));
  return [
    agent,
    ...standing,
    ...plugins.map((path): StandingSetting => {
      const file = path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
      return { key: `plugin: ${file}`, does: `runs the plugin \`${file}\``, weight: 1, mayRefuse: true, file, line: 1 };
    }),
  ];
}
