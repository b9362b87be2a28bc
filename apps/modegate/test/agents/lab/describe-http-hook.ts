import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HttpProgram, runScript, startHttpServer } from '@modegate/cli-kit/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { agentStarts } from './agent-start.ts';
import type { AgentUnderTest, Place } from './agent-under-test.ts';
import type { InstalledAgent } from './install-agent.ts';
import { agentFolder, pinnedAgents } from './pinned-agents.ts';
import { expectTold, runAgent } from './run-agent.ts';

const modesServer = join(import.meta.dirname, '../../../../modes-server/dist/cli.js');

/** The tests of an agent whose hook modes-server answers over HTTP. */
export function describeHttpHook(agent: AgentUnderTest): void {
  const pinned = pinnedAgents[agent.client];
  const folder = process.env.MODEGATE_AGENTS_FOLDER;
  const isThere = folder !== undefined && existsSync(join(agentFolder(folder, pinned), pinned.program));
  const { write } = agentStarts[agent.client];
  const scripts = (project: string) => ({
    main: [
      write(`${project}/src/x.ts`),
      write(`${project}/docs/x.md`),
      agent.shell('echo hi > y.txt'),
      agent.mcp('delete-issue'),
      agent.mcp('create_issue'),
    ],
  });
  let server: HttpProgram | undefined;
  afterEach(async () => {
    server?.child.kill('SIGTERM');
    await server?.ended;
  });

  describe.skipIf(!isThere)(`${pinned.title} ${pinned.version}, answered over HTTP`, () => {
    const serve = async (installed: InstalledAgent): Promise<void> => {
      const token = await addToken(installed.place);
      server = await startHttpServer(modesServer, [], surroundings(installed.place));
      const { code, stdout } = installed.modegate('install', '--mode', 'docs', '--url', server.url);
      if (code !== 0) throw new Error(`The hook cannot be installed:\n${stdout}`);
      exportToken(agent, installed.place, token);
    };

    test('what the mode forbids is refused with the rule, and what it allows is done', async () => {
      const run = await runAgent(agent, { scripts, change: serve });
      expect([run.has('src/x.ts'), run.has('docs/x.md'), run.has('y.txt')], run.output).toEqual([false, true, false]);
      expect(run.serverCalls, run.output).toEqual(['create_issue']);
      for (const text of ['(FILE_RESTRICTED; project .roomodes:7 ', '(GROUP_MISSING; ', '(MCP_TOOL_DISALLOWED; '])
        expectTold(run, text);
    });

    test.each([
      ['the server is down', (): void => void server?.child.kill('SIGKILL')],
      ['the token is not there', ({ place }: InstalledAgent) => exportToken(agent, place, '')],
    ])('nothing is done when %s', async (_what, spoil) => {
      const change = async (installed: InstalledAgent): Promise<void> => {
        await serve(installed);
        spoil(installed);
        if (server?.child.killed === true) await server.ended;
      };
      const run = await runAgent(agent, { scripts, change });
      expect([run.has('src/x.ts'), run.has('docs/x.md'), run.has('y.txt')], run.output).toEqual([false, false, false]);
      expect(run.serverCalls, run.output).toEqual([]);
      expect(run.resultsSent, run.output).toBe(5);
    });
  });
}

function surroundings({ project, home }: Place) {
  return { cwd: project, home, env: { MODEGATE_GATEWAY_MODE: 'off' } };
}

async function addToken(place: Place): Promise<string> {
  const { code, stdout, stderr } = await runScript(
    modesServer,
    ['token', 'add', 'agent', '--modes', 'docs', '--hooks'],
    surroundings(place),
  );
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** The agent is started with the token in its environment. */
function exportToken({ client }: AgentUnderTest, { home }: Place, token: string): void {
  const starter = join(home, 'bin', agentStarts[client].program);
  const lines = readFileSync(starter, 'utf8').split('\n');
  writeFileSync(starter, [lines[0], `export MODEGATE_TOKEN='${token}'`, lines.at(-2), ''].join('\n'));
}
