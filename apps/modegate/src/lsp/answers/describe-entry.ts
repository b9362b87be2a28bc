import { decide, type Policy } from '@modegate/mode-core';
import { compileNamePattern } from '@modegate/mode-core/patterns';
import type { Workspace } from '@modegate/policy-check';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import { describeJudgedCall } from './describe-judged-call.ts';
import { inlineCode } from './inline-code.ts';

type Entry = ReturnType<Workspace['restrictionEntries']>[number];

type ToolName = Readonly<Record<'server' | 'tool', string>>;

/** Describes in Markdown which tools an entry of a mode's restrictions matches, and the result of `decide` for each. */
export function describeEntry(entry: Entry, policy: Policy, inventory: readonly ServerInventory[] = []): string {
  const { mode, list, server, tool } = entry;
  const name = tool === undefined ? server : `${server}/${tool}`;
  const title = `${inlineCode(name)} in ${inlineCode(list)} of mode ${inlineCode(mode.slug)}`;
  const matched = matchedTools(entry, inventory);
  const isLiteral = !/[*?]/.test(name);
  const asked = matched.length === 0 && isLiteral && tool !== undefined ? [{ server, tool }] : matched;
  const lines = asked.slice(0, maxTools).map((one) => describeTool(policy, mode.slug, one));
  const more = asked.length > maxTools ? [`- and ${asked.length - maxTools} more`] : [];
  const count = matched.length;
  const known = `Matches ${count} known ${count === 1 ? 'tool' : 'tools'}:`;
  return [title, count > 0 ? known : describeMismatch(entry, policy, inventory), [...lines, ...more].join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

const maxTools = 30;

function matchedTools({ server, tool = '*' }: Entry, inventory: readonly ServerInventory[]): readonly ToolName[] {
  const [isServer, isTool] = [compileNamePattern(server), compileNamePattern(tool)];
  return inventory
    .filter(({ name }) => isServer(name))
    .flatMap(({ name, tools = [] }) =>
      tools.filter((one) => isTool(one.name)).map((one) => ({ server: name, tool: one.name })),
    );
}

/** Describes the decision on one tool with an unknown time and environment, as in `modegate why`. */
function describeTool(policy: Policy, mode: string, { server, tool }: ToolName): string {
  const decision = decide(policy, { mode, tool: 'use_mcp_tool', mcp: { server, tool } });
  return describeJudgedCall(`${server}/${tool}`, decision);
}

function describeMismatch(entry: Entry, policy: Policy, inventory: readonly ServerInventory[]): string {
  const isServer = compileNamePattern(entry.server);
  const servers = (policy.servers ?? []).map(({ name }) => name).filter(isServer);
  const unasked = servers.filter((name) => !inventory.some((one) => one.name === name && one.tools !== undefined));
  if (unasked.length > 0)
    return `The tools of ${unasked.map(inlineCode).join(', ')} are not known; \`modegate lock --live\` asks the servers for them and saves the result.`;
  return servers.length > 0 ? 'Does not match any known tool.' : 'Does not match any configured server.';
}
