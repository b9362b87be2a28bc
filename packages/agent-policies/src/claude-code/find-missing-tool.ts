import { claudeCodeTools } from '@modegate/agent-tools';
import type { AgentAnswer, AgentToolCall } from '../agent-answer.ts';
import type { ClaudeSetting } from './claude-rules.ts';
import { type ClaudeSession, placeOf } from './claude-session.ts';
import { answer } from './findings.ts';
import { presentName } from './parse-claude-rule.ts';
import { namesWholeTool } from './server-rules.ts';

/** Returns the answer for a tool that is not offered to the model; returns undefined if the tool is offered. */
export function findMissingTool(session: ClaudeSession, call: AgentToolCall): AgentAnswer | undefined {
  const { tool } = call;
  const taken = session.deny.filter((rule) => namesWholeTool(rule, tool));
  if (taken[0] !== undefined) {
    const shadowed = [...session.ask, ...session.allow].filter((rule) => namesWholeTool(rule, tool));
    return answer('not offered', taken, { shadowed, because: `The rule '${taken[0].text}' removes ${tool}.` });
  }
  const limit = findLimit(session, call) ?? findDisabledServer(session, tool) ?? findUnknownTool(session, tool);
  if (limit === undefined) return undefined;
  const { because, rule, setting } = limit;
  const by = [{ rule, effect: 'not offered', ...placeOf(setting ?? {}) }] as const;
  return { effect: 'not offered', by, shadowed: [], because };
}

interface Limit {
  readonly rule: string;
  readonly because: string;
  readonly setting?: ClaudeSetting<unknown>;
}

/** Restriction from the agent file or the flag `--tools`, both of which contain only tool names. */
function findLimit({ agent, tools }: ClaudeSession, call: AgentToolCall): Limit | undefined {
  const { tool } = call;
  if (tools !== undefined && !tool.startsWith('mcp__') && !namesTool(tools, call))
    return { rule: `--tools ${tools.join(',')}`, because: `The flag '--tools' does not list ${tool}.` };
  const { disallowedTools: without, tools: only } = agent ?? {};
  if (without !== undefined && namesTool(without.value, call)) {
    const because = `The agent '${agent?.name}' may not use ${tool}.`;
    return { rule: `disallowedTools: ${without.value.join(', ')}`, because, setting: without };
  }
  if (only === undefined || namesTool(only.value, call)) return undefined;
  return {
    rule: `tools: ${only.value.join(', ')}`,
    because: `The agent '${agent?.name}' does not have ${tool}.`,
    setting: only,
  };
}

/**
 * Drops a scope in parentheses, so that the name refers to the whole tool; for `Agent`, keeps the scope, because it
 * names subagents.
 */
function namesTool(names: readonly string[], { tool, arguments: given }: AgentToolCall): boolean {
  return names.some((written) => {
    const name = presentName(written.replace(/\(.*$/s, ''));
    if (name === 'Agent' && tool === 'Agent' && written.includes('(')) {
      const types = written
        .slice(written.indexOf('(') + 1)
        .replace(/\)$/, '')
        .split(',');
      return types.some((type) => type.trim() === (given.subagent_type ?? 'general-purpose'));
    }
    return name === tool || (name.startsWith('mcp__') && tool.startsWith(`${name.replace(/__\*$/, '')}__`));
  });
}

function findDisabledServer({ disabledServers }: ClaudeSession, tool: string): Limit | undefined {
  const isOf = (server: string) => tool.startsWith(`mcp__${server.replace(/[^\w-]/g, '_')}__`);
  const server = disabledServers.find(isOf);
  return server === undefined
    ? undefined
    : { rule: `disabledMcpjsonServers: ${server}`, because: `The server '${server}' is disabled.` };
}

/** Tools from versions other than the recorded one. */
const unofferedTools = new Set(['Glob', 'Grep', 'LS', 'MultiEdit', 'NotebookRead']);

function findUnknownTool({ isRecorded }: ClaudeSession, tool: string): Limit | undefined {
  const isKnown = tool.startsWith('mcp__') || (Object.hasOwn(claudeCodeTools, tool) && !unofferedTools.has(tool));
  return isKnown || !isRecorded
    ? undefined
    : { rule: tool, because: `This version of Claude Code has no tool '${tool}'.` };
}
