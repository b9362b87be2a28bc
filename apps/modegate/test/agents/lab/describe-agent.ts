import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookDisablers, installedPlugins } from '@modegate/agent-hooks';
import { describe, expect, test } from 'vitest';
import { hookModes } from '../../../../../test/support/hook-project.ts';
import type { HookReport } from '../../../src/doctor/finding.ts';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import { liveAgents } from '../../../src/doctor/live/live-agents.ts';
import { promptFor } from '../../../src/doctor/live/scripted-model.ts';
import { describeGeneratedCalls } from '../calls/describe-generated-calls.ts';
import { describeNames } from '../names/describe-names.ts';
import { describeRecorded } from '../record/describe-recorded.ts';
import { describeWaysOff } from '../ways-off/describe-ways-off.ts';
import { agentStarts } from './agent-start.ts';
import type { AgentUnderTest, Place } from './agent-under-test.ts';
import { breakPolicy, keepStdinOpen, replaceLauncher, waysToBreak, waysToFail } from './break-hook.ts';
import { installAgent } from './install-agent.ts';
import { showShapes } from './payload-shape.ts';
import { isInstalled, pinnedAgents } from './pinned-agents.ts';
import { type AgentRun, expectTold, runAgent } from './run-agent.ts';

/** The tests of one real agent. They are skipped, under its name, where it is not installed. */
export function describeAgent(agent: AgentUnderTest): void {
  const pinned = pinnedAgents[agent.client];
  describe.skipIf(!isInstalled(pinned))(`${pinned.title} ${pinned.version}`, () => {
    describeRecorded(agent);
    describeCalls(agent);
    describeCommands(agent);
    describeSubagent(agent);
    describeGlobal(agent);
    describeFailures(agent);
    describeDoctor(agent);
    describeNames(agent);
    describeWaysOff(agent.client);
    describeGeneratedCalls(agent);
  });
}

function describeCalls(agent: AgentUnderTest): void {
  const scripts = (project: string) => ({ main: callsOfEachKind(agent, project) });
  let done: Promise<AgentRun> | undefined;
  const ran = () => (done ??= runAgent(agent, { scripts }));

  test('without a hook, all of it is done', async () => {
    const run = await runAgent(agent, { scripts, change: ({ modegate }) => void modegate('uninstall') });
    expect(['src/x.ts', 'docs/x.md', 'y.txt'].filter(run.has), run.output).toHaveLength(3);
    expect(run.serverCalls, run.output).toEqual(['delete-issue', 'create_issue']);
  });

  test('a forbidden file is not written, and the model reads the rule', async () => {
    const run = await ran();
    expect(run.has('src/x.ts'), run.output).toBe(false);
    expectTold(run, '(FILE_RESTRICTED; project .roomodes:7 ');
  });

  test('an allowed file is written', async () => {
    const run = await ran();
    expect(run.has('docs/x.md'), run.output).toBe(true);
  });

  test('a command is refused where the mode has none', async () => {
    const run = await ran();
    expect(run.has('y.txt'), run.output).toBe(false);
    expectTold(run, '(GROUP_MISSING; ');
  });

  test('a forbidden tool of an MCP server is refused and not received by the server; another one is', async () => {
    const run = await ran();
    expect(run.serverCalls, run.output).toEqual(['create_issue']);
    expectTold(run, '(MCP_TOOL_DISALLOWED; ');
  });

  test('what the hook is given has the keys and types of the stored sample', async () => {
    const run = await ran();
    // A plugin of ours that refuses leaves nothing for the plugins after it.
    expect(run.payloads.length, run.output).toBeGreaterThanOrEqual(agent.recorder === undefined ? 5 : 2);
    await expect(showShapes(run.payloads)).toMatchFileSnapshot(`./fixtures/${agent.client}.json`);
  });
}

/** A refused and an allowed write, a command, a refused and an allowed tool of a server. */
function callsOfEachKind({ client, shell, mcp }: AgentUnderTest, project: string): readonly ToolUse[] {
  const { write } = agentStarts[client];
  return [
    write(`${project}/src/x.ts`),
    write(`${project}/docs/x.md`),
    shell('echo hi > y.txt'),
    mcp('delete-issue'),
    mcp('create_issue'),
  ];
}

const commandRules = `      - command
    commandRestrictions:
      allowedCommands: [touch *]
      askCommands: [git push]
`;

function describeCommands(agent: AgentUnderTest): void {
  test('a command is judged by its programs and files, and no question is asked without a person', async () => {
    const { shell } = agent;
    const run = await runAgent(agent, {
      scripts: () => ({
        main: [
          shell('touch src/y.txt'),
          shell('touch docs/z.txt && id > docs/id.txt'),
          // Cline ends its run after three refusals in a row.
          shell('touch docs/y.txt'),
          shell('touch docs/asked.txt && git push'),
        ],
      }),
      change: ({ place }) => writeFileSync(join(place.project, '.roomodes'), hookModes({ docs: commandRules })),
    });
    const files = ['docs/y.txt', 'src/y.txt', 'docs/z.txt', 'docs/id.txt', 'docs/asked.txt'];
    expect(files.filter(run.has), run.output).toEqual(['docs/y.txt']);
    expectTold(run, '(FILE_RESTRICTED; project .roomodes:7 ');
    expectTold(run, '(COMMAND_NOT_ALLOWED; project .roomodes:');
    expectTold(run, '(CONSENT_REQUIRED; project .roomodes:');
  });
}

function describeSubagent(agent: AgentUnderTest): void {
  const { subagent } = agent;
  const { write } = agentStarts[agent.client];
  test.skipIf(subagent === undefined)('a subagent is held to the mode of its name too', async () => {
    const run = await runAgent(agent, {
      scripts: (project) => ({
        main: subagent?.(promptFor('sub')) ?? [],
        sub: [write(`${project}/docs/x.md`), write(`${project}/docs/notes/x.md`)],
      }),
    });
    expect(run.has('docs/notes/x.md'), run.output).toBe(true);
    expect(run.has('docs/x.md'), run.output).toBe(false);
    expectTold(run, "of mode 'notes'");
  });
}

function describeGlobal(agent: AgentUnderTest): void {
  const { write } = agentStarts[agent.client];

  test('a hook in the home folder holds as one in the project does', async () => {
    const run = await runAgent(agent, {
      scripts: (project) => ({ main: [write(`${project}/src/x.ts`), write(`${project}/docs/x.md`)] }),
      change: ({ modegate }) => {
        modegate('uninstall');
        const trust = agent.client === 'codex' ? ['--trust'] : [];
        const { code, stdout } = modegate('install', '--mode', 'docs', '--scope', 'global', ...trust);
        expect(code, stdout).toBe(0);
      },
    });
    expect(run.has('src/x.ts'), run.output).toBe(false);
    expect(run.has('docs/x.md'), run.output).toBe(true);
    expectTold(run, '(FILE_RESTRICTED; project .roomodes:7 ');
  });
}

function describeFailures(agent: AgentUnderTest): void {
  const scripts = (project: string) => ({ main: [agentStarts[agent.client].write(`${project}/docs/x.md`)] });

  test('no file is written when the policy is broken', async () => {
    const run = await runAgent(agent, { scripts, change: ({ place }) => breakPolicy(place) });
    expect(run.has('docs/x.md'), run.output).toBe(false);
    expectTold(run, '(MODES_UNREADABLE');
  });

  if (agent.recorder !== undefined) {
    describePluginFailures(agent);
    return;
  }
  test.each(waysToBreak)('no file is written when $what', async ({ breakHook }) => {
    const run = await runAgent(agent, { scripts, change: ({ place }) => breakHook(agent, place) });
    expect(run.has('docs/x.md'), run.output).toBe(false);
    expect(run.resultsSent, run.output).toBe(1);
  });

  test('no file is written when the hook takes longer than its own limit', async () => {
    const run = await runAgent(agent, { scripts, change: ({ place }) => keepStdinOpen(agent, place) });
    expect(run.has('docs/x.md'), run.output).toBe(false);
    expectTold(run, 'it took more than 15 seconds');
  });

  const isRefused = agent.runsWithoutAnswer !== true;
  test(`the shell that runs the command is killed: the file is ${isRefused ? 'not written' : 'written'}`, async () => {
    const run = await runAgent(agent, {
      scripts,
      change: ({ place }) => replaceLauncher(agent, place, 'kill -9 $PPID'),
    });
    expect(run.has('docs/x.md'), run.output).toBe(!isRefused);
  });

  test.runIf(agent.refusesInTheEnd)('no file is written when the hook gives no answer at all', async () => {
    const run = await runAgent(agent, { scripts, change: ({ place }) => replaceLauncher(agent, place, 'sleep 50') });
    expect(run.has('docs/x.md'), run.output).toBe(false);
    expect(run.resultsSent, run.output).toBe(1);
  });
}

/** What fails inside of a plugin, after the agent has loaded it. */
function describePluginFailures(agent: AgentUnderTest): void {
  const scripts = (project: string) => ({ main: [agentStarts[agent.client].write(`${project}/docs/x.md`)] });
  test.each(waysToFail)('no file is written when $what', async ({ spoil, told }) => {
    const run = await runAgent(agent, { scripts, change: spoil });
    expect(run.has('docs/x.md'), run.output).toBe(false);
    expectTold(run, told);
  });
}

function describeDoctor(agent: AgentUnderTest): void {
  test('doctor proves that the hook holds, in the agent itself, and sees when it does not', () => {
    const { place, modegate } = installAgent(agent);
    // The agent has to read the hook from every folder that doctor tries.
    const scope = hookDisablers[agent.client].projectMissing === undefined ? 'project' : 'global';
    if (scope === 'global') {
      modegate('uninstall');
      const trust = agent.client === 'codex' ? ['--trust'] : [];
      modegate('install', '--mode', 'docs', '--scope', 'global', ...trust);
    }
    const sound = modegate('doctor', '--live', '--json');
    expect(failuresIn(sound.stdout), sound.stdout).toEqual([]);
    const isSeen = Object.hasOwn(liveAgents, agent.client);
    expect(sound.stdout).toContain(
      isSeen ? 'itself refused the write, and its model received the reason' : 'Cannot be tested here',
    );
    silence(agent, place, scope);
    const silenced = modegate('doctor', '--live', '--json');
    expect(silenced.code, silenced.stdout).toBe(1);
    expect(silenced.stdout).toMatch(/A write to a protected file is not refused|The plugin does not load/);
  });
}

/** Lists what doctor reports as failed, without the variable that only Cline's own start sets. */
function failuresIn(report: string): readonly string[] {
  const { hooks } = JSON.parse(report) as { readonly hooks: readonly HookReport[] };
  return hooks
    .flatMap(({ findings }) => findings)
    .filter(({ status, detail }) => status === 'failed' && !detail.includes('CLINE_PLUGIN_IMPORT_TIMEOUT_MS'))
    .map(({ detail }) => detail);
}

/** The hook says nothing any more, or the agent drops its plugin. */
function silence(agent: AgentUnderTest, place: Place, scope: 'project' | 'global'): void {
  const { client } = agent;
  if (client === 'cline' || client === 'kilo' || client === 'opencode')
    appendFileSync(
      join(scope === 'project' ? place.project : place.home, installedPlugins[client].files[scope]),
      '\n)',
    );
  else replaceLauncher(agent, place, 'exit 0');
}
