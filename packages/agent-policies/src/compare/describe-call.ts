import type { ToolKind } from '@modegate/agent-tools';
import type { AgentToolCall } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { mainParameter } from '../main-argument.ts';

const change = ['change', 'files'] as const;
const search = ['search', 'files'] as const;

/** What tools of a kind do: a verb, and its objects. */
const words: Readonly<Partial<Record<ToolKind, readonly [verb: string, objects: string]>>> = {
  read: ['read', 'files'],
  write: change,
  edit: change,
  patch: change,
  delete: ['delete', 'files'],
  command: ['run', 'commands'],
  web: ['use', 'the web'],
  search,
  list: search,
  subagent: ['start', 'subagents'],
  skill: ['use', 'skills'],
};

/** Arguments with which a command asks to leave its sandbox. */
const escapes = ['sandbox_permissions', 'with_escalated_permissions', 'dangerouslyDisableSandbox'];

/** Says what calls of this kind do: "run commands", "use the tool `x`". */
export function describeKind(
  { tools }: Pick<PermissionAgent, 'tools'>,
  { tool, arguments: given }: AgentToolCall,
): string {
  const kind = Object.hasOwn(tools, tool) ? tools[tool]?.kind : undefined;
  if (kind === undefined) return 'use other tools';
  const found = words[kind];
  if (found === undefined) return `use the tool \`${tool}\``;
  const where = escapes.some((name) => Object.hasOwn(given, name)) ? ' that leave the sandbox' : '';
  return `${found.join(' ')}${where}`;
}

/** Says what some calls do, with the first as an example: "run commands such as `touch xyz`". */
export function describeCalls(agent: PermissionAgent, calls: readonly AgentToolCall[], root: string): string {
  const [call] = calls;
  if (call === undefined) return 'do nothing';
  const tools = [...new Set(calls.map(({ tool }) => tool))];
  const kinds = new Set(calls.map((one) => describeKind(agent, one)));
  if (kinds.size > 3)
    return `use ${tools
      .slice(0, 3)
      .map((tool) => `\`${tool}\``)
      .join(', ')} and ${tools.length - 3} more tools`;
  if (kinds.size > 1) return listWords([...kinds]);
  const parameter = mainParameter(agent, call.tool);
  const value = parameter === undefined ? undefined : (call.arguments[parameter] ?? call.arguments.command);
  const [kind = ''] = kinds;
  if (kind === 'use other tools') return `${kind} such as \`${call.tool}\``;
  if (typeof value !== 'string' || kind.startsWith('use the')) return kind;
  const [, patched] = /^\*\*\* \w+ File: (.+)$/m.exec(value) ?? [];
  return `${kind} such as \`${(patched ?? value).replaceAll(`${root}/`, '')}\``;
}

/** Joins clauses: "a, b and c". */
export function listWords(clauses: readonly string[]): string {
  const [last = '', ...others] = clauses.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}
