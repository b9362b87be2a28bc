import { claudeCodeTools } from '@modegate/agent-tools';
import type { AgentAnswer, AgentCircumstances, AgentProfile, AgentToolCall } from '../agent-answer.ts';
import type { ClaudeRules } from './claude-rules.ts';
import { type ClaudeSession, openSessions, placeOf } from './claude-session.ts';
import { answer, type Findings, weigh } from './findings.ts';
import { judgeCommand } from './judge-command.ts';
import { fileTools, judgeFile } from './judge-file.ts';
import { judgeOther } from './judge-other.ts';
import { presentName } from './parse-claude-rule.ts';
import { inSandbox } from './sandbox.ts';
import { namesWholeTool } from './server-rules.ts';

/** Answers a call as Claude Code does. Where nothing settles a question that matters, the answer is `unknown`. */
export function decideForClaude(
  { rules, doesNotStart }: AgentProfile<ClaudeRules>,
  call: AgentToolCall,
  circumstances: AgentCircumstances = {},
): AgentAnswer {
  if (doesNotStart !== undefined) return answer('deny', [], { shadowed: [], because: doesNotStart.message });
  const sessions = openSessions(rules, circumstances);
  if ('refused' in sessions) {
    const because = `Claude Code does not start: ${sessions.refused}.`;
    return { ...answer('deny', [], { shadowed: [], because }), by: [{ rule: because, effect: 'deny' }] };
  }
  const named = { ...call, tool: presentName(call.tool) };
  const answers = sessions.map(({ session, unsettled }) => ({ given: decideIn(session, named), unsettled }));
  const [main, ...others] = answers;
  if (main === undefined) return answer('unknown', [], { shadowed: [], because: 'There is no session.' });
  const differing = others.find(({ given }) => given.effect !== main.given.effect);
  if (differing === undefined) return main.given;
  const { by, shadowed, effect } = main.given;
  const because = `Not settled: ${differing.unsettled}. The answer is ${effect} or ${differing.given.effect}.`;
  return { effect: 'unknown', by, shadowed, because };
}

function decideIn(session: ClaudeSession, call: AgentToolCall): AgentAnswer {
  const missing = findMissing(session, call.tool);
  if (missing !== undefined) return missing;
  return inSandbox(session, { call, given: weigh(session, judge(session, call)) });
}

function judge(session: ClaudeSession, call: AgentToolCall): Findings {
  if (call.tool === 'Bash') return judgeCommand(session, call);
  return Object.hasOwn(fileTools, call.tool) ? judgeFile(session, call) : judgeOther(session, call);
}

/** Answer for a tool that the model is not offered. */
function findMissing(session: ClaudeSession, tool: string): AgentAnswer | undefined {
  const taken = session.deny.filter((rule) => namesWholeTool(rule, tool));
  if (taken.length > 0) {
    const shadowed = [...session.ask, ...session.allow].filter((rule) => namesWholeTool(rule, tool));
    return answer('not offered', taken, { shadowed, because: `The rule '${taken[0]?.text}' takes ${tool} away.` });
  }
  const by = (rule: string, because: string, place = {}): AgentAnswer => ({
    ...answer('not offered', [], { shadowed: [], because }),
    by: [{ rule, effect: 'not offered', ...place }],
  });
  const limit = findLimit(session, tool);
  if (limit !== undefined) return by(limit.rule, limit.because, limit.place);
  if (tool.startsWith('mcp__')) {
    const server = session.disabledServers.find((one) => tool.startsWith(`mcp__${one.replace(/[^\w-]/g, '_')}__`));
    return server === undefined
      ? undefined
      : by(`disabledMcpjsonServers: ${server}`, `The server '${server}' is disabled.`);
  }
  if (session.isRecorded && unofferedTools.has(tool))
    return by(tool, `This version of Claude Code has no tool '${tool}'.`);
  return Object.hasOwn(claudeCodeTools, tool) ? undefined : by(tool, `Claude Code has no tool '${tool}'.`);
}

/** Tools of other versions than the recorded one. */
const unofferedTools = new Set(['Glob', 'Grep', 'LS', 'MultiEdit', 'NotebookRead']);

interface Limit {
  readonly rule: string;
  readonly because: string;
  readonly place: object;
}

/** Limit of the agent file or of the flag `--tools`, which know names of tools only. */
function findLimit({ agent, tools }: ClaudeSession, tool: string): Limit | undefined {
  if (tools !== undefined && !tool.startsWith('mcp__') && !namesTool(tools, tool))
    return { rule: `--tools ${tools.join(',')}`, because: `The flag '--tools' does not name ${tool}.`, place: {} };
  if (agent?.disallowedTools !== undefined && namesTool(agent.disallowedTools.value, tool)) {
    const rule = `disallowedTools: ${agent.disallowedTools.value.join(', ')}`;
    return { rule, because: `The agent '${agent.name}' may not use ${tool}.`, place: placeOf(agent.disallowedTools) };
  }
  if (agent?.tools !== undefined && !namesTool(agent.tools.value, tool)) {
    const rule = `tools: ${agent.tools.value.join(', ')}`;
    return { rule, because: `The agent '${agent.name}' is not given ${tool}.`, place: placeOf(agent.tools) };
  }
  return undefined;
}

/** A scope in parentheses is dropped: the whole tool is meant. */
function namesTool(names: readonly string[], tool: string): boolean {
  return names.some((written) => {
    const name = presentName(written.replace(/\(.*$/s, ''));
    return name === tool || (name.startsWith('mcp__') && tool.startsWith(`${name.replace(/__\*$/, '')}__`));
  });
}
