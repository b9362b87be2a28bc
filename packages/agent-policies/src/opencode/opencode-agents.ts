import type { PermissionFiles } from '../permission-files.ts';
import { type AgentRules, homeOf, modeOf, ownFolders } from './agent-rules.ts';
import type { AgentSettings } from './agent-settings.ts';
import { relativePath } from './paths.ts';
import type { Action } from './permission-map.ts';
import { builtInRules, type PermissionRule, rulesOf } from './rules.ts';

/**
 * @internal Returns the agents of opencode 1.18 for the settings of a start folder, combined from defaults, built-in
 * rules, settings and the agents' own rules.
 */
export function opencodeAgents(settings: AgentSettings, files: PermissionFiles): ReadonlyMap<string, AgentRules> {
  const home = homeOf(files);
  const outside = outsideFolders(ownFolders(files, 'opencode'));
  const defaults = builtInRules({
    '*': 'allow',
    doom_loop: 'ask',
    external_directory: outside,
    ...each('deny', 'question plan_enter plan_exit'),
    read: environmentReads,
  });
  const user = rulesOf(settings.permission, home);
  const agents = new Map<string, AgentRules>();
  for (const [name, mode, rules] of builtInAgents(files, outside))
    agents.set(name, { name, mode, rules: [...defaults, ...builtInRules(rules), ...user] });
  for (const [name, entry] of settings.agents) {
    if (entry.disable === true) agents.delete(name);
    else {
      const before = agents.get(name) ?? { mode: 'all' as const, rules: [...defaults, ...user] };
      const mode = entry.mode === undefined ? before.mode : modeOf(entry.mode);
      agents.set(name, { name, mode, rules: [...before.rules, ...rulesOf(entry.permission, home)] });
    }
  }
  return new Map(
    [...agents].map(([name, agent]) => [name, { ...agent, rules: [...agent.rules, ...outputRule(agent, home)] }]),
  );
}

/** @internal Whether `.env` files may be read. */
export const environmentReads = { '*': 'allow', '*.env': 'ask', '*.env.*': 'ask', '*.env.example': 'allow' } as const;

/** @internal Assigns the same action to several keys. */
export function each(action: Action, keys: string): Readonly<Record<string, Action>> {
  return Object.fromEntries(keys.split(' ').map((key) => [key, action]));
}

/** @internal Folders outside the project: only the agent's own folders may be accessed without asking the user. */
export function outsideFolders(own: readonly string[]): Readonly<Record<string, Action>> {
  return Object.fromEntries<Action>([['*', 'ask'], ...own.map((pattern) => [pattern, 'allow'] as const)]);
}

function builtInAgents(
  { project, home }: PermissionFiles,
  outside: Readonly<Record<string, Action>>,
): readonly (readonly [string, AgentRules['mode'], Parameters<typeof builtInRules>[0]])[] {
  const plans = `${home ?? '~'}/.local/share/opencode/plans`;
  const plan = {
    ...each('allow', 'question plan_exit'),
    task: { general: 'deny' },
    external_directory: { [`${plans}/*`]: 'allow' },
    edit: { '*': 'deny', '.opencode/plans/*.md': 'allow', [`${relativePath(project, plans)}/*.md`]: 'allow' },
  } as const;
  const explore = { ...each('allow', 'grep glob list bash webfetch websearch read'), external_directory: outside };
  return [
    ['build', 'primary', each('allow', 'question plan_enter')],
    ['plan', 'primary', plan],
    ['general', 'subagent', { todowrite: 'deny' }],
    ['explore', 'subagent', { '*': 'deny', ...explore }],
    ['compaction', 'primary', { '*': 'deny' }],
    ['title', 'primary', { '*': 'deny' }],
    ['summary', 'primary', { '*': 'deny' }],
  ];
}

/** Keeps the folder for long outputs accessible unless a rule denies exactly that folder. */
function outputRule({ rules }: Pick<AgentRules, 'rules'>, home: string): readonly PermissionRule[] {
  const pattern = `${home}/.local/share/opencode/tool-output/*`;
  const isDenied = rules.some(
    (rule) => rule.key === 'external_directory' && rule.action === 'deny' && rule.pattern === pattern,
  );
  return isDenied ? [] : builtInRules({ external_directory: { [pattern]: 'allow' } });
}
