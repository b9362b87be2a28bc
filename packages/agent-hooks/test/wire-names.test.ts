import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentName, agentNames, judgeAgentCall, readAgentCall, renameMcpTools } from '@modegate/agent-hooks';
import { compilePolicy, type PolicyInput, parseModes } from '@modegate/mode-core';
import { describe, expect, test } from 'vitest';
import { adapters } from '../src/adapters.ts';
import { qwen } from '../src/agents/qwen.ts';
import { payload } from './support/sample.ts';

type Vector = readonly [server: string, tool: string, name: string];

const namesFolder = join(import.meta.dirname, 'fixtures/names');

/** The answer on a tool of a server in a mode with these rules, and those of its server file. */
function judge(
  agent: AgentName,
  name: string,
  { rules = {}, servers = ['github'], disabledTools = [], with: more = {} }: Rules = {},
): string {
  const modes = [{ slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'], mcpRestrictions: rules }];
  const input: PolicyInput = {
    project: parseModes({ customModes: modes }, { source: 'project', file: '.roomodes' }),
    servers: servers.map((server) => ({ name: server, disabledTools })),
  };
  const call = readAgentCall(agent, JSON.stringify(payload(agent, name, {}, more)));
  if (!call.ok) return call.detail;
  const verdict = judgeAgentCall(compilePolicy(input), call.value, {
    modes: ['m'],
    locate: () => [],
    wirePolicy: () => compilePolicy(renameMcpTools(agent, input)),
  });
  return verdict.allowed ? 'allowed' : verdict.code;
}

interface Rules {
  readonly rules?: object;
  readonly servers?: readonly string[];
  readonly disabledTools?: readonly string[];
  readonly with?: object;
}

/** Servers and tools, and the names that the agents declared to their models; those of Qwen Code are from its own function. */
const recorded = readdirSync(namesFolder).map((file) => {
  const agent = file.replace('.json', '') as AgentName;
  return { agent, vectors: JSON.parse(readFileSync(join(namesFolder, file), 'utf8')) as readonly Vector[] };
});

test('wire names of every agent that can be run are recorded', () => {
  expect(recorded.map(({ agent }) => agent)).toEqual(agentNames.filter((name) => name !== 'cursor').toSorted());
});

describe.each(recorded)('wire names of $agent', ({ agent, vectors }) => {
  const { prefixOf, renameTool, cutAt = Number.POSITIVE_INFINITY } = adapters[agent];
  const { wireNames = (server, tool) => [`${prefixOf(server)}${renameTool(tool)}`] } = adapters[agent];
  const servers = [...new Set(vectors.map(([server]) => server))];

  test('recorded wire names equal those that the adapter computes', () => {
    // Names that are the same once they are cut get digits.
    for (const [server, tool, name] of vectors.filter((vector) => vector[2].length < cutAt))
      expect(wireNames(server, tool)).toContain(name);
    expect(vectors.length).toBeGreaterThan(25);
  });

  test('a recorded wire name is allowed if nothing is limited', () => {
    // The server `apply` has a tool with the name of a built-in one.
    for (const [server, tool, name] of vectors.filter(([of]) => of !== 'apply'))
      expect({ name, answer: judge(agent, name, { servers, with: named(server, tool) }) }).toEqual({
        name,
        answer: 'allowed',
      });
  });

  test('a recorded wire name is denied by every rule on the server or the tool', () => {
    for (const [serverName, toolName, name] of vectors) {
      const others = servers.filter((server) => server !== serverName);
      const limits: readonly Rules[] = [
        { rules: { disallowedTools: [{ serverName, toolName }] } },
        { rules: { disallowedTools: [{ serverName, toolName: `*${toolName.slice(1)}` }] } },
        { rules: { disallowedServers: [serverName] } },
        { rules: { allowedServers: others } },
        { rules: { allowedTools: [{ serverName, toolName: 'another' }] } },
        { rules: { allowedTools: others.map((server) => ({ serverName: server, toolName: '*' })) } },
        { disabledTools: [toolName] },
      ];
      for (const limit of limits)
        for (const more of [{}, named(serverName, toolName)])
          expect({ name, limit, answer: judge(agent, name, { servers, with: more, ...limit }) }).not.toMatchObject({
            answer: 'allowed',
          });
    }
  });
});

/** What Gemini CLI and Claude Code tell beside the name. */
const named = (server: string, tool: string) => ({
  mcp_context: { server_name: server, tool_name: tool },
  mcp_server: { name: server, source: 'project' },
});

describe('R1-1: denials for tools whose name Qwen changes or cuts', () => {
  const wire = (server: string, tool: string) => qwen.wireNames?.(server, tool)[0] ?? '';

  test.each([
    ['brave search', 'del_x'],
    ['github', 'repo.delete'],
    ['github', 'delete_repository_and_all_of_its_branches_and_tags_too'],
  ])('a denial applies to the changed Qwen name of %s/%s', (server, tool) => {
    const rules = { disallowedTools: [{ serverName: server, toolName: tool }] };
    expect(judge('qwen', wire(server, tool), { servers: [server], rules })).toBe('MCP_TOOL_DISALLOWED');
    expect(judge('qwen', wire(server, tool), { servers: [server], disabledTools: [tool] })).toBe('MCP_TOOL_DISABLED');
    const wild = { disallowedTools: [{ serverName: server, toolName: `${tool.slice(0, 3)}*` }] };
    expect(judge('qwen', wire(server, tool), { servers: [server], rules: wild })).not.toBe('allowed');
  });

  test('a changed tool name is allowed by its exact original name, or if no rule names tools', () => {
    const allowed = { allowedTools: [{ serverName: 'brave search', toolName: 'get.it' }] };
    const servers = ['brave search'];
    expect(judge('qwen', wire('brave search', 'get.it'), { servers, rules: allowed })).toBe('allowed');
    expect(judge('qwen', wire('brave search', 'get'), { servers, rules: allowed })).not.toBe('allowed');
    expect(judge('qwen', wire('brave search', 'get'), { servers })).toBe('allowed');
    const wild = { allowedTools: [{ serverName: 'brave search', toolName: 'get_*' }] };
    expect(judge('qwen', wire('brave search', 'get'), { servers, rules: wild })).not.toBe('allowed');
  });

  test('the last word of an ordinary tool name is not read as a hash', () => {
    const rules = { allowedTools: [{ serverName: 'github', toolName: 'create_pull_request' }] };
    expect(judge('qwen', 'mcp__github__create_pull_request', { rules })).toBe('allowed');
  });
});

describe('R1-5: allowances despite changed names', () => {
  test.each<readonly [AgentName, string, string]>([
    ['claude-code', 'mcp__github__files_delete', 'files.*'],
    ['codex', 'mcp__github__get_secret', 'get-*'],
    ['copilot', 'github-files_delete', 'files.*'],
    ['opencode', 'github_files_delete', 'files.*'],
  ])('%s: %s is not allowed by the pattern %s', (agent, name, toolName) => {
    const rules = { allowedTools: [{ serverName: 'github', toolName }] };
    expect(judge(agent, name, { rules })).toBe('MCP_TOOL_NOT_ALLOWED');
  });

  test('a denial applies to each name that a tool may have received', () => {
    const rules = { disallowedTools: [{ serverName: 'github', toolName: 'files.*' }] };
    expect(judge('claude-code', 'mcp__github__files_delete', { rules })).toBe('MCP_TOOL_DISALLOWED');
    expect(judge('codex', 'mcp__github__create_issue', { rules })).toBe('allowed');
  });

  test('a rule with both names allows a tool that Codex renames', () => {
    const both = ['get-issue', 'get_issue'].map((toolName) => ({ serverName: 'github', toolName }));
    expect(judge('codex', 'mcp__github__get_issue', { rules: { allowedTools: both } })).toBe('allowed');
    expect(judge('codex', 'mcp__github__get_issue', { rules: { allowedTools: both.slice(0, 1) } })).not.toBe('allowed');
  });

  test('a tool is judged by its own name for Gemini, which reports it', () => {
    const rules = { allowedTools: [{ serverName: 'github', toolName: 'get it' }] };
    const mcp_context = { server_name: 'github', tool_name: 'get it' };
    expect(judge('gemini', 'mcp_github_get_it', { rules, with: { mcp_context } })).toBe('allowed');
    const other = { server_name: 'github', tool_name: 'get_it' };
    expect(judge('gemini', 'mcp_github_get_it', { rules, with: { mcp_context: other } })).toBe('MCP_TOOL_NOT_ALLOWED');
  });
});

describe('R1-7: names that could belong to an unconfigured server', () => {
  test.each<readonly [AgentName, string]>([
    ['codex', 'mcp__github__enterprise__x'],
    ['qwen', 'mcp__github__enterprise__x'],
    ['cline', 'github__enterprise__x'],
    ['claude-code', 'mcp__github__enterprise__x'],
  ])('%s: the tool %s could belong to an unconfigured server, and is denied', (agent, name) => {
    expect(judge(agent, name)).toBe('MCP_SERVER_UNKNOWN');
  });

  test('a tool is allowed if the agent reports its configured server', () => {
    const mcp_server = { name: 'github', source: 'project' };
    expect(judge('claude-code', 'mcp__github__enterprise__x', { with: { mcp_server } })).toBe('allowed');
  });
});

describe('H10 and R1-7: a server that only the agent knows', () => {
  const servers = (...names: readonly string[]) => ({ with: { servers: names } });

  test.each<readonly [AgentName, string]>([
    ['opencode', 'github_enterprise_delete_repo'],
    ['kilo', 'github_enterprise_delete_repo'],
  ])('%s: %s does not belong to a configured server if the agent knows a closer one', (agent, name) => {
    expect(judge(agent, name, servers('github'))).toBe('allowed');
    expect(judge(agent, name, servers('github', 'github_enterprise'))).toBe('MCP_SERVER_UNKNOWN');
  });

  test.each(['opencode', 'kilo'] as const)('%s: a tool with the name of a built-in one is judged as both', (agent) => {
    const ask = (name: string, known: object) => judge(agent, name, { ...known });
    expect(ask('plan_enter', servers())).toBe('allowed');
    expect(ask('plan_enter', servers('plan'))).toBe('MCP_SERVER_UNKNOWN');
    expect(
      ask('plan_enter', { servers: ['plan'], rules: { disallowedTools: [{ serverName: 'plan', toolName: 'enter' }] } }),
    ).toBe('MCP_TOOL_DISALLOWED');
  });

  test('a server list that is not a list of names makes the payload invalid', () => {
    expect(judge('opencode', 'github_x', { with: { servers: ['a', 1] } })).toBe(
      'the value for the MCP servers of the agent is not a list of names',
    );
  });
});
