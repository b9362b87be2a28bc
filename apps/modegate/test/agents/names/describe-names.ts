import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, writeFiles } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import type { LiveAgent } from '../../../src/doctor/live/live-agents.ts';
import { startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { makeAll } from '../calls/run-calls.ts';
import { agentStarts } from '../lab/agent-start.ts';
import type { AgentUnderTest, Place } from '../lab/agent-under-test.ts';
import { callsFile, installAgent } from '../lab/install-agent.ts';
import { startAgent } from '../lab/run-agent.ts';
import { oddNames } from './odd-names.ts';

/** What agents make of the names of servers and tools, beside `packages/agent-hooks`, whose unit tests read it. */
export function describeNames(agent: AgentUnderTest): void {
  describe('names of MCP tools', () => {
    // Qwen Code declares them when its model looks for them, so its sample is from its own function.
    test.skipIf(agent.client === 'qwen')('are those of the stored sample', async () => {
      const installed = installAgent(agent, oddNames);
      installed.modegate('uninstall');
      const model = await startScriptedModel({ main: [] });
      const output = await startAgent(agent, installed.place, model.url, startOf(agent));
      model.close();
      const names = model.requests.flatMap((request) => findNames(JSON.parse(request)));
      expect(names.length, output).toBeGreaterThan(20);
      const lines = [...new Set(names.map((name) => JSON.stringify(name)))].toSorted();
      await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot(`../../../../${namesFile(agent.client)}`);
    });

    test('a server is asked for nothing that why refuses, and for what it allows (R1-1, R1-5, R1-7, H10)', async () => {
      const { place, modegate } = installAgent(agent, oddNames);
      writeFiles(place.project, { '.roomodes': limits, '.roo/mcp.json': toServerFile(place) });
      modegate('install', '--mode', 'odd', ...(agent.client === 'codex' ? ['--trust'] : []));
      const names = readNames(agent).map(([, , name]) => name);
      const calls = names.map((name) => toCall(agent, name));
      const { output } = await makeAll(withLeave(agent, names), place, calls);
      const lines = readFileSync(`${callsFile(place.home)}.json`, 'utf8')
        .trim()
        .split('\n');
      const asked = [...new Set(lines)].map((line) => JSON.parse(line) as readonly [string, string]);
      const refused = asked.filter(([server, tool]) => !isAllowed(place, `${server}/${tool}`));
      expect(refused, output).toEqual([]);
      expect(asked, output).toContainEqual(['github', 'create_issue']);
    }, 600_000);
  });
}

function namesFile(client: string): string {
  return `packages/agent-hooks/test/fixtures/names/${client}.json`;
}

/** Servers that only the agent knows, one of them with the tool `apply_patch`, as a built-in one of some agents is called. */
const unknown: readonly string[] = ['apply', 'github_enterprise'];

function toServerFile({ servers }: Place): string {
  const known = Object.entries(servers).filter(([name]) => !unknown.includes(name));
  return JSON.stringify({ mcpServers: Object.fromEntries(known) });
}

const limits = `customModes:
  - slug: odd
    name: Odd
    roleDefinition: You call tools.
    groups: [mcp]
    mcpRestrictions:
      disallowedServers: [GITLAB]
      disallowedTools:
        - { serverName: github, toolName: repo.delete }
        - { serverName: github, toolName: delete-issue }
        - { serverName: github, toolName: "*_and_tags_too" }
        - { serverName: github, toolName: "u*" }
        - { serverName: git hub, toolName: del x }
        - { serverName: Git.Hub, toolName: "repo*" }
        - { serverName: ümlaut, toolName: ünder }
`;

function readNames({ client }: AgentUnderTest): readonly Named[] {
  const file = join(import.meta.dirname, '../../../../..', namesFile(client));
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Named[];
}

function toCall({ client }: AgentUnderTest, name: string): ToolUse {
  const input = { title: 'x' };
  const end = name.lastIndexOf('__');
  return client === 'codex' ? { namespace: name.slice(0, end), name: name.slice(end + 2), input } : { name, input };
}

/** Claude Code asks for leave for each tool that no flag names. */
function withLeave(agent: AgentUnderTest, names: readonly string[]): AgentUnderTest {
  return agent.client === 'claude-code' ? { ...agent, flags: [...agent.flags, '--allowedTools', ...names] } : agent;
}

function isAllowed({ project, home }: Place, target: string): boolean {
  const program = join(import.meta.dirname, '../../../dist/cli.js');
  const env = environment({ cwd: project, home });
  const { status, stderr } = spawnSync(process.execPath, [program, 'why', 'odd', target], { cwd: project, env });
  if (status !== 0 && status !== 1) throw new Error(String(stderr));
  return status === 0;
}

/** Some agents would let the model look for the tools of servers, and declare none of them before. */
function startOf({ client }: AgentUnderTest): LiveAgent {
  const start = agentStarts[client];
  if (client === 'claude-code') return { ...start, env: (url) => ({ ...start.env(url), ENABLE_TOOL_SEARCH: 'false' }) };
  if (client !== 'codex') return start;
  return { ...start, args: (...asked) => start.args(...asked).map((one) => (one === 'gpt-5.5' ? 'unknown' : one)) };
}

type Named = readonly [server: string, tool: string, name: string];

/** Finds the declared tools by their descriptions, each of which tells the server and the tool. */
function findNames(value: unknown, group = ''): readonly Named[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => findNames(one, group));
  const { name, description, tools, ...rest } = value as Readonly<Record<string, unknown>>;
  const [, text] = /odd name (\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"\])/.exec(String(description)) ?? [];
  const inner = typeof name === 'string' && tools !== undefined ? `${name}__` : '';
  const below = [...findNames(tools, inner), ...findNames(Object.values(rest))];
  return text === undefined ? below : [[...JSON.parse(text), group + String(name)] as unknown as Named];
}
