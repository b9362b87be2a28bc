import { type AgentRules, homeOf, modeOf, ownFolders } from '../opencode/agent-rules.ts';
import type { AgentSettings } from '../opencode/agent-settings.ts';
import { each, environmentReads, outsideFolders } from '../opencode/opencode-agents.ts';
import { relativePath } from '../opencode/paths.ts';
import type { Action } from '../opencode/permission-map.ts';
import { builtInRules, type PermissionRule, rulesOf } from '../opencode/rules.ts';
import { toolNamePart } from '../opencode/tools.ts';
import { matchesWildcard } from '../opencode/wildcard.ts';
import type { PermissionFiles } from '../permission-files.ts';
import { defaultBash, exploreBash, readOnlyBash } from './bash-lists.ts';

type Rules = readonly PermissionRule[];

/** Permissions that no global rule can grant in a read-only mode. */
const guarded = 'bash task notebook_edit notebook_execute write agent_manager repo_clone'.split(' ');

const guardedDenials = each('deny', guarded.slice(2).join(' '));

/** The board shared by agents is enabled unless a setting disables it. */
const board = { board_read: 'allow', board_post: 'allow' } as const;

const helpers: ReadonlySet<string> = new Set(['compaction', 'title', 'summary']);

/** @internal Returns the agents of Kilo 7.7 for the settings of a start folder. */
export function kiloAgents(settings: AgentSettings, files: PermissionFiles): ReadonlyMap<string, AgentRules> {
  const home = homeOf(files);
  const context = contextOf(settings, files);
  const agents = builtInAgents(context);
  const builtIn = new Set(agents.keys());
  for (const [name, entry] of buildAsCode(settings.agents)) {
    if (entry.disable === true) agents.delete(name);
    else {
      const before = agents.get(name) ?? { mode: 'all' as const, rules: [...context.defaults, ...context.user] };
      const own = rulesOf(entry.permission, home);
      const rules = [...before.rules, ...own, ...(builtIn.has(name) ? ceiling(name, own, context) : [])];
      agents.set(name, { name, mode: entry.mode === undefined ? before.mode : modeOf(entry.mode), rules });
    }
  }
  const output = outputRules(home);
  return new Map(
    [...agents].map(([name, agent]) => [
      name,
      { ...agent, rules: helpers.has(name) ? builtInRules({ '*': 'deny' }) : [...agent.rules, ...output] },
    ]),
  );
}

interface FamilyContext {
  readonly defaults: Rules;
  readonly user: Rules;
  readonly servers: Readonly<Record<string, Action>>;
  readonly outside: Readonly<Record<string, Action>>;
  readonly plans: Readonly<Record<string, Action>>;
  readonly planFolder: string;
  readonly home: string;
}

function contextOf({ permission, servers }: AgentSettings, files: PermissionFiles): FamilyContext {
  const home = homeOf(files);
  const kiloFolders = ['.config/kilo', '.kilocode', '.kilo'].map((folder) => `${home}/${folder}/*`);
  const outside = outsideFolders([...ownFolders(files, 'kilo'), ...kiloFolders]);
  const planFolder = `${home}/.local/share/kilo/plans`;
  const planFiles = ['.kilo/plans', 'plans', '.plans', '.opencode/plans', relativePath(files.project, planFolder)];
  return {
    home,
    outside,
    planFolder,
    plans: { '*': 'deny', ...Object.fromEntries(planFiles.map((folder) => [`${folder}/*.md`, 'allow'])) },
    servers: Object.fromEntries([...servers.keys()].map((name) => [`${toolNamePart(name)}_*`, 'ask'])),
    user: rulesOf(permission, home),
    defaults: builtInRules({
      '*': 'allow',
      doom_loop: 'ask',
      external_directory: outside,
      ...each('deny', 'suggest question plan_enter plan_exit repo_clone repo_overview'),
      read: environmentReads,
      bash: defaultBash,
      ...board,
      ...each('ask', 'recall kilo_memory_recall kilo_memory_save'),
    }),
  };
}

/** Treats an entry for `build` as an entry for `code`; the later entry replaces the earlier one. */
function buildAsCode(agents: AgentSettings['agents']): AgentSettings['agents'] {
  return new Map([...agents].map(([name, entry]) => [name === 'build' ? 'code' : name, entry]));
}

function builtInAgents(context: FamilyContext): Map<string, AgentRules> {
  const { defaults, user, outside } = context;
  const talk = each('allow', 'question suggest plan_enter');
  const semantic = builtInRules({ semantic_search: 'allow' });
  const explore = builtInRules({
    '*': 'deny',
    ...each('allow', 'grep glob list skill webfetch websearch semantic_search read'),
    ...board,
    external_directory: outside,
  });
  const agents: readonly (readonly [string, AgentRules['mode'], Rules])[] = [
    ['code', 'primary', [...defaults, ...builtInRules(talk), ...user, ...semantic]],
    ['plan', 'primary', planRules(context)],
    ['general', 'subagent', [...defaults, ...builtInRules({ todowrite: 'deny' }), ...user]],
    ['explore', 'subagent', [...defaults, ...explore, ...user, ...exploreCeiling(user)]],
    ['compaction', 'primary', []],
    ['title', 'primary', []],
    ['summary', 'primary', []],
    ['debug', 'primary', [...defaults, ...builtInRules(talk), ...semantic, ...user]],
    ['orchestrator', 'primary', orchestratorRules(context)],
    ['ask', 'primary', askRules(context)],
  ];
  return new Map(agents.map(([name, mode, rules]) => [name, { name, mode, rules }]));
}

function orchestratorRules({ defaults, user, home }: FamilyContext): Rules {
  const own = builtInRules({
    '*': 'deny',
    ...each('allow', 'read grep glob list question skill suggest task todoread todowrite webfetch websearch'),
    ...board,
    external_directory: { [`${home}/.local/share/kilo/tool-output/*`]: 'allow' },
  });
  return [...defaults, ...own, ...user, ...builtInRules({ bash: 'deny' })];
}

function askRules({ defaults, user, servers, home }: FamilyContext): Rules {
  const guard = builtInRules({
    '*': 'deny',
    bash: readOnlyBash,
    read: environmentReads,
    ...each('allow', 'grep glob list skill question webfetch websearch semantic_search'),
    external_directory: { [`${home}/.local/share/kilo/tool-output/*`]: 'allow' },
    ...servers,
    ...board,
    ...guardedDenials,
    task: 'deny',
  });
  const end = builtInRules({ edit: 'deny' });
  return [...defaults, ...guard, ...user, ...guardAgain(guard, user, servers), ...end, ...denials(user)];
}

function planRules({ defaults, user, servers, plans, planFolder, home }: FamilyContext): Rules {
  const guard = builtInRules({
    '*': 'deny',
    ...each('allow', 'question suggest skill plan_exit open_plan'),
    task: { '*': 'allow', general: 'deny' },
    bash: readOnlyBash,
    read: environmentReads,
    ...each('allow', 'grep glob list webfetch websearch semantic_search'),
    external_directory: { [`${home}/.local/share/kilo/tool-output/*`]: 'allow', [`${planFolder}/*`]: 'allow' },
    edit: plans,
    ...servers,
    ...board,
    ...guardedDenials,
  });
  const other = denials(user).filter(({ key }) => key !== 'edit');
  const end = [...builtInRules({ edit: plans }), ...other, ...editDenials(user)];
  return [...defaults, ...guard, ...user, ...guardAgain(guard, user, servers), ...end];
}

/**
 * Repeats the guard after the user's rules: first the guard's allow rules, then the user's rules for the same
 * permissions, then the guard's deny rules.
 */
function guardAgain(guard: Rules, user: Rules, servers: FamilyContext['servers']): Rules {
  const isServer = (key: string) => Object.hasOwn(servers, key);
  const known = new Set(
    guard
      .map(({ key }) => key)
      .filter((key) => key !== '*' && !isServer(key) && (key === 'task' || !guarded.includes(key))),
  );
  const isNamed = ({ key, pattern }: PermissionRule) =>
    user.some((rule) => rule.key === key && rule.pattern === pattern);
  return [
    ...guard.filter(({ key }) => key === '*' || known.has(key)),
    ...user.flatMap((rule) =>
      [...known].filter((key) => matchesWildcard(key, rule.key)).map((key) => ({ ...rule, key })),
    ),
    ...guard.filter(
      (rule) =>
        rule.key === 'bash' ||
        isServer(rule.key) ||
        (rule.action === 'deny' && guarded.includes(rule.key) && (rule.pattern === '*' || !isNamed(rule))),
    ),
  ];
}

function denials(rules: Rules): Rules {
  return rules.filter(({ action }) => action === 'deny');
}

/** Returns the deny rules for edits, without an asterisk that only introduces a list of exceptions. */
function editDenials(rules: Rules): Rules {
  const edits = rules.filter(({ key }) => key === 'edit');
  return edits.filter(
    ({ action, pattern }, index) =>
      action === 'deny' && (pattern !== '*' || edits.slice(index + 1).every((rule) => rule.action === 'deny')),
  );
}

function exploreCeiling(...rules: readonly Rules[]): Rules {
  return [...builtInRules({ bash: exploreBash }), ...rules.flatMap(denials)];
}

/** Returns the permissions that no entry in a file can grant in two of Kilo's agents. */
function ceiling(name: string, own: Rules, { user, plans }: FamilyContext): Rules {
  if (name === 'plan') return [...builtInRules({ edit: plans }), ...editDenials(user), ...editDenials(own)];
  return name === 'explore' ? exploreCeiling(user, own) : [];
}

function outputRules(home: string): Rules {
  return builtInRules({ external_directory: { [`${home}/.local/share/kilo/tool-output/*`]: 'allow' } });
}
