import type { ToolKind } from '@modegate/agent-tools';
import type { AgentToolCall } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { mainParameter } from '../main-argument.ts';

const change = ['change', 'files'] as const;
const search = ['search', 'files'] as const;

/** Actions of tools by kind: a verb and its objects. */
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

/** Arguments by which a command requests to leave its sandbox. */
const escapes = ['sandbox_permissions', 'with_escalated_permissions', 'dangerouslyDisableSandbox'];

const outside = ' that leave the sandbox';
const otherTools = 'use other tools';

/** Describes what calls of this kind do: "run commands", "use the tool `x`". */
export function describeKind(
  { tools }: Pick<PermissionAgent, 'tools'>,
  { tool, arguments: given }: AgentToolCall,
): string {
  const kind = Object.hasOwn(tools, tool) ? tools[tool]?.kind : undefined;
  if (kind === undefined) return otherTools;
  const found = words[kind];
  if (found === undefined) return `use the tool \`${tool}\``;
  const where = escapes.some((name) => Object.hasOwn(given, name)) ? outside : '';
  return `${found.join(' ')}${where}`;
}

/** Describes what a group of calls does, with the first call as an example: "run commands such as `touch xyz`". */
export function describeCalls(agent: PermissionAgent, calls: readonly AgentToolCall[], root: string): string {
  const [call] = calls;
  if (call === undefined) return 'do nothing';
  const all = new Set(calls.map((one) => describeKind(agent, one)));
  const kinds = [...all].filter((kind) => !kind.endsWith(outside) || !all.has(kind.replace(outside, '')));
  const tools = [...new Set(calls.map(({ tool }) => tool))].map((tool) => `\`${tool}\``);
  if (kinds.length > 3) return `use ${listWords([...tools.slice(0, 3), `${tools.length - 3} more tools`])}`;
  const example = exampleOf(agent, call);
  return `${listWords(kinds)}${example === undefined ? '' : ` such as \`${example.replaceAll(`${root}/`, '')}\``}`;
}

/** Returns the subject of a call: a command, a path or an address; otherwise the tool itself. */
function exampleOf(agent: PermissionAgent, { tool, arguments: given }: AgentToolCall): string | undefined {
  const kind = describeKind(agent, { tool, arguments: given });
  if (kind === otherTools) return tool;
  const parameter = mainParameter(agent, tool);
  const value = parameter === undefined ? undefined : (given[parameter] ?? given.command);
  if (typeof value !== 'string' || kind.startsWith('use the')) return undefined;
  return /^\*\*\* \w+ File: (.+)$/m.exec(value)?.[1] ?? value;
}

/** Joins clauses: "a, b and c". */
export function listWords(clauses: readonly string[]): string {
  const [last = '', ...others] = clauses.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}
