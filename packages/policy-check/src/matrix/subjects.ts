import type { Policy } from '@modegate/mode-core';
import type { McpToolReference } from '@modegate/mode-core/modes';
import { toolCatalogue } from '@modegate/mode-core/tools';
import { listCommandSets } from '../commands/command-sets.ts';
import { listProbes } from '../commands/list-probes.ts';
import type { PolicyState } from '../diff/policy-state.ts';
import type { ServerInventory } from './inventory.ts';
import { listRuleSets, namedServers, type RuleSet, toolRules } from './mode-rules.ts';
import { compareNames, isLiteral, isNamed, matchesName } from './names.ts';
import type { PermissionSubject } from './permission-row.ts';

/**
 * Lists everything that the policy, its rules and the inventory mention: the agent's tools in catalogue order; then the
 * commands that show the effect of rules; then, for each server, its resources, its tools by name, and its other tools.
 */
export function listSubjects(policy: Policy, inventory: readonly ServerInventory[] = []): readonly PermissionSubject[] {
  const sets = listRuleSets(policy);
  const sources: NameSources = { policy, inventory, naming: listNamingRules(sets) };
  const servers = [...listServers(policy, inventory, sets)];
  return [
    ...toolCatalogue.map(({ name }): PermissionSubject => ({ kind: 'tool', tool: name })),
    ...listUnknownGroups(policy),
    ...listCommandSubjects([policy]),
    ...servers.flatMap((server) => serverSubjects(server, listToolNames(server, sources))),
    ...(policy.servers === undefined ? [{ kind: 'mcp-other-servers' } as const] : []),
  ];
}

function listUnknownGroups({ modes }: Policy): readonly PermissionSubject[] {
  const names = new Set(modes.flatMap(({ unknownGroups }) => [...(unknownGroups?.keys() ?? [])]));
  return [...names].sort(compareNames).map((group) => ({ kind: 'group', group }));
}

/** Lists the commands that show the effect of the rules in some policies, both separately and together. */
function listCommandSubjects(policies: readonly Policy[]): readonly PermissionSubject[] {
  const modes = policies.flatMap((policy) => policy.modes.map(({ config }) => listCommandSets(policy, config.slug)));
  if (modes.flat().length === 0) return [];
  return [...listProbes(modes).map((command) => ({ kind: 'command', command }) as const), { kind: 'other-commands' }];
}

/**
 * Describes a subject in words: `write_to_file`, `command 'git push'`, `github/create_issue`, `other
 * tools of github`, `resources of github`.
 */
export function formatSubject(subject: PermissionSubject): string {
  switch (subject.kind) {
    case 'tool':
      return subject.tool;
    case 'group':
      return `group ${subject.group}`;
    case 'command':
      return `command '${subject.command}'`;
    case 'other-commands':
      return 'other commands';
    case 'mcp-tool':
      return `${subject.server}/${subject.tool}`;
    case 'mcp-other-tools':
      return `other tools of ${subject.server}`;
    case 'mcp-resources':
      return `resources of ${subject.server}`;
    case 'mcp-other-servers':
      return 'other servers';
  }
}

/** Returns a key that is the same for equal subjects and different for unequal subjects. */
export function subjectKey(subject: PermissionSubject): string {
  return JSON.stringify([subject.kind, 'server' in subject ? subject.server : '', nameOf(subject)]);
}

function nameOf(subject: PermissionSubject): string {
  if (subject.kind === 'group') return subject.group;
  if (subject.kind === 'command') return subject.command;
  return 'tool' in subject ? subject.tool : '';
}

/** Lists everything that two policies mention, so that their matrices can be compared row by row. */
export function listComparedSubjects(sides: readonly PolicyState[]): readonly PermissionSubject[] {
  return mergeSubjects([
    ...sides.map(({ policy, inventory }) => listSubjects(policy, inventory)),
    listCommandSubjects(sides.map(({ policy }) => policy)),
  ]);
}

/** Merges several lists of subjects into one, in the order of a matrix, without duplicates. */
function mergeSubjects(lists: readonly (readonly PermissionSubject[])[]): readonly PermissionSubject[] {
  const all = lists.flat();
  const ofAgent = ['tool', 'group', 'command', 'other-commands'].flatMap((kind) =>
    all.filter((subject) => subject.kind === kind),
  );
  const servers = nameSubjects(all);
  const others = all.filter((subject) => subject.kind === 'mcp-other-servers').slice(0, 1);
  const merged = [...ofAgent, ...[...servers].flatMap(([server, names]) => serverSubjects(server, names)), ...others];
  return [...new Map(merged.map((subject) => [subjectKey(subject), subject])).values()];
}

/** @internal The tools that have their own subjects, by server. */
export function nameSubjects(subjects: readonly PermissionSubject[]): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const subject of subjects) {
    if (!('server' in subject)) continue;
    const tools = named.get(subject.server) ?? new Set();
    if (subject.kind === 'mcp-tool') tools.add(subject.tool);
    named.set(subject.server, tools);
  }
  return named;
}

function serverSubjects(server: string, names: ReadonlySet<string>): readonly PermissionSubject[] {
  return [
    { kind: 'mcp-resources', server },
    ...[...names].sort(compareNames).map((tool): PermissionSubject => ({ kind: 'mcp-tool', server, tool })),
    { kind: 'mcp-other-tools', server },
  ];
}

function listServers(
  policy: Policy,
  inventory: readonly ServerInventory[],
  sets: readonly RuleSet[],
): ReadonlySet<string> {
  const names = [...(policy.servers ?? []), ...inventory].map(({ name }) => name);
  // If the servers are configured, a server that no file contains is refused unless a mode allows it by its exact name.
  const named = sets.flatMap((set) =>
    namedServers(policy.servers === undefined ? set : { ...set, disallowedServers: [], disallowedTools: [] }),
  );
  return new Set([...names, ...named.filter(isLiteral)].filter(isNamed));
}

/** Lists the rules that refer to a single tool, without duplicate pairs, because many modes repeat them. */
function listNamingRules(sets: readonly RuleSet[]): readonly McpToolReference[] {
  const rules = sets.flatMap(toolRules).filter(({ toolName }) => isLiteral(toolName));
  return [...new Map(rules.map((rule) => [JSON.stringify([rule.serverName, rule.toolName]), rule])).values()];
}

interface NameSources {
  readonly policy: Policy;
  readonly inventory: readonly ServerInventory[];
  readonly naming: readonly McpToolReference[];
}

function listToolNames(server: string, { policy, inventory, naming }: NameSources): ReadonlySet<string> {
  const listed = inventory.filter(({ name }) => name === server).flatMap(({ tools }) => tools ?? []);
  const configured = (policy.servers ?? []).filter(({ name }) => name === server);
  const ruled = naming.filter((rule) => matchesName(rule.serverName, server));
  return new Set(
    [
      ...listed.map(({ name }) => name),
      ...configured
        .flatMap(({ disabledTools = [], enabledTools = [] }) => [...disabledTools, ...enabledTools])
        .filter(isLiteral),
      ...ruled.map(({ toolName }) => toolName),
    ].filter(isNamed),
  );
}
