import { posix } from 'node:path';
import {
  type AgentName,
  judgeAgentCall,
  type ResolvedPath,
  readAgentCall,
  renameMcpTools,
  type Verdict,
} from '@modegate/agent-hooks';
import { compilePolicy, type PathKind, type Policy, type PolicyInput, parseModes } from '@modegate/mode-core';

export const root = '/home/me/project';

const customModes = [
  {
    slug: 'docs',
    name: 'Docs',
    roleDefinition: 'You write documents.',
    groups: [['read', { fileRegex: '^docs/' }], ['edit', { fileRegex: '^docs/' }], 'mcp'],
    mcpRestrictions: {
      allowedServers: ['git-hub_x', 'wiki'],
      disallowedTools: [{ serverName: 'git-hub_x', toolName: 'delete-repo' }],
    },
  },
  { slug: 'writer', name: 'Writer', roleDefinition: 'You write.', groups: ['read', ['edit', { fileRegex: '\\.md$' }]] },
  {
    slug: 'pages',
    name: 'Pages',
    roleDefinition: 'You read pages.',
    groups: [['read', { fileRegex: '\\.md$' }]],
  },
  { slug: 'full', name: 'Full', roleDefinition: 'You do.', groups: ['read', 'edit', 'browser', 'command', 'mcp'] },
];

const input: PolicyInput = {
  project: parseModes({ customModes }, { source: 'project', file: '.roomodes' }),
  servers: [{ name: 'git-hub_x' }, { name: 'git-hub' }, { name: 'git-hub_x__admin' }, { name: 'wiki' }],
  projectRoot: root,
};

const policy = compilePolicy(input);

const wirePolicyFor = (agent: AgentName): Policy => compilePolicy(renameMcpTools(agent, input));

/** Paths as they are written, without a disk: no links, a dot in the name of each file, and `gone` in the name of what is not there. */
export function locate(cwd: string): (path: string) => readonly ResolvedPath[] {
  return (path) => {
    const absolute = posix.resolve(cwd, path);
    const inside =
      absolute === root ? '' : absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : absolute;
    return [{ path: inside, absolute, kind: kindOf(absolute) }];
  };
}

function kindOf(absolute: string): PathKind {
  const name = posix.basename(absolute);
  if (name.includes('gone')) return 'missing';
  return name.includes('.') ? 'file' : 'folder';
}

/** The payload of a call, in the shape that each agent was seen to send. */
export function payload(agent: AgentName, tool: unknown, args: unknown, more: object = {}): Record<string, unknown> {
  const common = { session_id: '38c81c82', transcript_path: '/home/me/t.jsonl', cwd: root };
  const snake = { tool_name: tool, tool_input: args };
  switch (agent) {
    case 'claude-code':
      return {
        ...common,
        prompt_id: 'bec9a1a0',
        permission_mode: 'default',
        effort: { level: 'medium' },
        hook_event_name: 'PreToolUse',
        ...snake,
        tool_use_id: 'toolu_1_0',
        ...more,
      };
    case 'codex':
      return {
        ...common,
        turn_id: '01a20082',
        hook_event_name: 'PreToolUse',
        model: 'gpt-5.5',
        permission_mode: 'bypassPermissions',
        ...snake,
        tool_use_id: 'call_1_0',
        ...more,
      };
    case 'copilot':
      return { sessionId: 'e2b4980d', timestamp: 1795304998229, cwd: root, toolName: tool, toolArgs: args, ...more };
    case 'gemini':
      return { ...common, hook_event_name: 'BeforeTool', timestamp: '2026-11-21T23:48:23.197Z', ...snake, ...more };
    case 'cursor':
      return {
        conversation_id: 'c-1',
        generation_id: 'g-1',
        model: 'auto',
        cursor_version: '3.21.16',
        workspace_roots: [root],
        user_email: 'me@example.org',
        hook_event_name: 'preToolUse',
        ...snake,
        tool_use_id: 't-1',
        cwd: root,
        ...more,
      };
    case 'opencode':
    case 'kilo':
      return {
        event: 'tool.execute.before',
        input: { tool, sessionID: 'ses_1', callID: 'call_2_0' },
        output: { args },
        directory: root,
        ...more,
      };
    case 'cline':
      return {
        event: 'beforeTool',
        toolCall: { type: 'tool-call', toolCallId: 'call_1_0', toolName: tool },
        input: args,
        snapshot: { agentId: 'agent_1', parentAgentId: null, conversationId: 'conv_1' },
        directory: root,
        ...more,
      };
    case 'qwen':
      return {
        ...common,
        hook_event_name: 'PreToolUse',
        timestamp: '2026-11-21T23:54:20.703Z',
        permission_mode: 'yolo',
        prompt_id: 'p',
        ...snake,
        tool_use_id: 'toolu_1',
        tool_call_id: 'call_3_0',
        ...more,
      };
  }
}

/** `allowed`, or the code of the refusal. */
export function judgeText(agent: AgentName, text: string, mode = 'docs'): string {
  const verdict = verdictOf(agent, text, mode);
  return verdict.allowed ? 'allowed' : verdict.code;
}

export function verdictOf(agent: AgentName, text: string, mode = 'docs'): Verdict {
  const call = readAgentCall(agent, text);
  if (!call.ok) return { allowed: false, code: 'PAYLOAD_INVALID', reason: call.detail };
  return judgeAgentCall(policy, call.value, {
    modes: [mode],
    wirePolicy: () => wirePolicyFor(agent),
    locate: locate(call.value.cwd),
    showInHome: (absolute) => (absolute.startsWith('/home/me/') ? absolute.slice('/home/me/'.length) : undefined),
  });
}

export function judge(
  agent: AgentName,
  tool: string,
  args: unknown,
  more: { mode?: string; with?: object } = {},
): string {
  return judgeText(agent, JSON.stringify(payload(agent, tool, args, more.with)), more.mode);
}
