import type { PermissionFiles } from '../permission-files.ts';
import { type AgentRules, homeOf, modeOf, ownFolders } from './agent-rules.ts';
import type { AgentSettings } from './agent-settings.ts';
import { relativePath } from './paths.ts';
import type { Action } from './permission-map.ts';
import { builtInRules, type PermissionRule, rulesOf } from './rules.ts';

/**
 * @internal Returns the agents of opencode 1.18 for the settings of a start folder, combined from defaults, built-in
 * rules, settings and own rules.
 */
export function opencodeAgents(settings: AgentSettings, files: PermissionFiles): ReadonlyMap<string, AgentRules> {
  const home = homeOf(files);
  const outside = outsideRules(files);
  const defaults = builtInRules({
    '*': 'allow',
    doom_loop: 'ask',
    external_directory: outside,
    question: 'deny',
    plan_enter: 'deny',
    plan_exit: 'deny',
    read: { '*': 'allow', '*.env': 'ask', '*.env.*': 'ask', '*.env.example': 'allow' },
  });
  const user = rulesOf(settings.permission, home);
  const agents = new Map<string, AgentRules>();
  for (const [name, { mode, rules }] of builtInAgents(files, outside))
    agents.set(name, { name, mode, rules: [...defaults, ...rules, ...user] });
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

function outsideRules(files: PermissionFiles): Readonly<Record<string, Action>> {
  const own = ownFolders(files, 'opencode').map((pattern) => [pattern, 'allow'] as const);
  return Object.fromEntries<Action>([['*', 'ask'], ...own]);
}

function builtInAgents(
  { project, home }: PermissionFiles,
  outside: Readonly<Record<string, Action>>,
): readonly (readonly [string, Pick<AgentRules, 'mode' | 'rules'>])[] {
  const plans = home === undefined ? '~/.local/share/opencode/plans' : `${home}/.local/share/opencode/plans`;
  const none = builtInRules({ '*': 'deny' });
  return [
    ['build', { mode: 'primary', rules: builtInRules({ question: 'allow', plan_enter: 'allow' }) }],
    [
      'plan',
      {
        mode: 'primary',
        rules: builtInRules({
          question: 'allow',
          plan_exit: 'allow',
          task: { general: 'deny' },
          external_directory: { [`${plans}/*`]: 'allow' },
          edit: { '*': 'deny', '.opencode/plans/*.md': 'allow', [`${relativePath(project, plans)}/*.md`]: 'allow' },
        }),
      },
    ],
    ['general', { mode: 'subagent', rules: builtInRules({ todowrite: 'deny' }) }],
    [
      'explore',
      {
        mode: 'subagent',
        rules: builtInRules({
          '*': 'deny',
          grep: 'allow',
          glob: 'allow',
          list: 'allow',
          bash: 'allow',
          webfetch: 'allow',
          websearch: 'allow',
          read: 'allow',
          external_directory: outside,
        }),
      },
    ],
    ['compaction', { mode: 'primary', rules: none }],
    ['title', { mode: 'primary', rules: none }],
    ['summary', { mode: 'primary', rules: none }],
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
