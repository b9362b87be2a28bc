import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadHookProject } from '../apps/modegate/src/hook/load-hook-project.ts';
import { adapters } from '../packages/agent-hooks/src/adapters.ts';
import { agentNames, judgeAgentCall, readAgentCall } from '../packages/agent-hooks/src/index.ts';
import { payload } from '../packages/agent-hooks/test/support/sample.ts';
import { writeProject } from './support/arbitrary-project.ts';
import { openChecker, openModesServer, type Question } from './support/doors.ts';

/** With blanks, dots, upper case, from 60 to 100 characters, and prefixes of each other. */
const serverNames = [
  'github',
  'github_x',
  'github-x',
  'github__x',
  'git hub',
  'Git.Hub',
  'GITHUB',
  'a/b:c',
  'ümlaut',
  's'.repeat(60),
  `${'s'.repeat(60)}t`,
  'v'.repeat(100),
];
const toolNames = [
  'get',
  'get_x',
  'get-x',
  'get.x',
  'get x',
  'GetX',
  'x__get',
  'ünder',
  't'.repeat(60),
  `${'t'.repeat(60)}u`,
  'u'.repeat(100),
];

const anyServer = fc.constantFrom(...serverNames);
const anyTool = fc.constantFrom(...toolNames, 'get*', '*x', 'get?x', 't*', '*');
const anyRule = fc.record({ serverName: anyServer, toolName: anyTool });
const few = <Value>(one: fc.Arbitrary<Value>) => fc.array(one, { minLength: 1, maxLength: 3 });

const anyProject = fc.record({
  servers: fc.uniqueArray(anyServer, { minLength: 1, maxLength: 4 }),
  disabledTools: few(fc.constantFrom(...toolNames)),
  restrictions: fc.record(
    {
      allowedServers: few(anyServer),
      disallowedServers: few(anyServer),
      allowedTools: few(anyRule),
      disallowedTools: few(anyRule),
    },
    { requiredKeys: [] },
  ),
});

describe('names of servers and tools at every entry point', () => {
  test('`why`, `validate_tool_use` and the gateway agree, and no hook allows more', async () => {
    await fc.assert(
      fc.asyncProperty(anyProject, async ({ servers, disabledTools, restrictions }) => {
        const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'], mcpRestrictions: restrictions };
        const entries = servers.map((name, index) => [
          name,
          { command: 'server', ...(index === 0 ? { disabledTools } : {}) },
        ]);
        const { folder, root } = writeProject({
          '.roomodes': JSON.stringify({ customModes: [mode] }),
          '.roo/mcp.json': JSON.stringify({ mcpServers: Object.fromEntries(entries) }),
        });
        const offered = Object.fromEntries(servers.map((name) => [name, toolNames]));
        const [checker, server] = await Promise.all([openChecker(root), openModesServer(root, offered)]);
        try {
          const isAllowedTwin = async (hook: Hook, name: string, question: Question): Promise<boolean> => {
            const twins = toolNames.filter(
              (tool) => tool !== question.tool && hook.namesOf(question.server ?? '', tool).includes(name),
            );
            const answers = await Promise.all(twins.map((tool) => checker.why({ ...question, tool })));
            return answers.some((answer) => answer.allowed);
          };
          const hooks = await Promise.all(agentNames.map((agent) => openHook(agent, root)));
          for (const of of servers)
            for (const tool of toolNames) {
              const question = { mode: 'm', server: of, tool };
              const why = await checker.why(question);
              expect({ question, ...(await server.validate(question)) }).toEqual({ question, ...why });
              const { allowed, code } = (await server.call(question)) ?? why;
              expect({ question, allowed, code }).toEqual({ question, allowed: why.allowed, code: why.code });
              for (const hook of hooks)
                for (const { name, allowed: isPassed, isNamed } of hook.ask(of, tool)) {
                  if (why.allowed && !isNamed) continue;
                  // Of tools that share a name, one that no rule tells apart passes where a list allows the other.
                  const isTwin =
                    !isNamed && why.code === 'MCP_TOOL_NOT_ALLOWED' && (await isAllowedTwin(hook, name, question));
                  if (!isTwin) expect({ question, name, isPassed }).toEqual({ question, name, isPassed: why.allowed });
                }
            }
        } finally {
          await server.close();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      {
        numRuns: 25,
        examples: [
          [
            {
              servers: [`${'s'.repeat(60)}t`, 'github'],
              disabledTools: ['get'],
              restrictions: { allowedTools: [{ serverName: 's'.repeat(60), toolName: `${'t'.repeat(60)}u` }] },
            },
          ],
        ],
      },
    );
  }, 600_000);
});

/** Asks the hook of an agent about a tool, by every name that the agent may give it, with and without what the agent tells beside the name. */
async function openHook(agent: (typeof agentNames)[number], root: string) {
  const { policy, wirePolicy } = await loadHookProject(
    { projectRoot: root, cwd: root, globalConfigDir: `${root}/none` },
    agent,
  );
  const { prefixOf, renameTool } = adapters[agent];
  const { wireNames = (server, tool) => [`${prefixOf(server)}${renameTool(tool)}`] } = adapters[agent];
  const ask = (server: string, tool: string) =>
    wireNames(server, tool).flatMap((name) =>
      [{}, { mcp_context: { server_name: server, tool_name: tool } }].map((more) => {
        const call = readAgentCall(agent, JSON.stringify(payload(agent, name, {}, more)));
        if (!call.ok) throw new Error(call.detail);
        const { allowed } = judgeAgentCall(policy, call.value, { modes: ['m'], locate: () => [], wirePolicy });
        // Only Gemini CLI names both, so that its answer is the policy's own.
        return { name, allowed, isNamed: agent === 'gemini' && 'mcp_context' in more };
      }),
    );
  return { ask, namesOf: wireNames };
}

type Hook = Awaited<ReturnType<typeof openHook>>;
