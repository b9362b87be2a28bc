import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import type { AgentName } from '@modegate/agent-hooks';
import { type DoctorFinding, failed, proved, unproved } from '../finding.ts';
import type { RefusedWrite } from '../try-command.ts';
import { type LiveAgent, liveAgents } from './live-agents.ts';
import { promptFor, startScriptedModel } from './scripted-model.ts';

/**
 * Makes the installed agent itself attempt a write that its hook refuses, using a model on loopback that requests only
 * this write.
 */
export async function tryLive(
  client: AgentName,
  { cwd, refused }: { readonly cwd: string; readonly refused: RefusedWrite | undefined },
): Promise<DoctorFinding> {
  if (refused === undefined)
    return unproved('Cannot be tested here: the hook did not refuse any of the writes that could be tried.');
  const agent: LiveAgent | undefined = Object.hasOwn(liveAgents, client)
    ? liveAgents[client as keyof typeof liveAgents]
    : undefined;
  if (agent === undefined)
    return unproved('Cannot be tested here: this agent has no flag or variable that selects a model on loopback.');
  const model = await startScriptedModel({ doctor: [agent.write(refused.path)] });
  try {
    const end = await runAgent(agent, cwd, model.url);
    if (existsSync(refused.path)) {
      rmSync(refused.path);
      return failed(
        `${agent.program} wrote the forbidden file (now removed). Either the hook did not run, or its answer was ignored.`,
      );
    }
    return judge(agent, { end, refused, requests: model.requests, isTried: model.resultsSent() > 0 });
  } finally {
    model.close();
  }
}

interface LiveRun {
  readonly end: string | undefined;
  readonly refused: RefusedWrite;
  readonly requests: readonly string[];
  /** True if the model received the result of its call. */
  readonly isTried: boolean;
}

function judge({ program }: LiveAgent, { end, refused, requests, isTried }: LiveRun): DoctorFinding {
  // Uses only the beginning, because longer text may be truncated or contain quotes that JSON escapes.
  const [start = ''] = /^[^"\\]{1,60}/.exec(refused.reason) ?? [];
  if (requests.some((request) => request.includes(start)))
    return proved(`${program} itself refused the write, and its model received the reason.`);
  if (isTried)
    return failed(`${program} did not write the file, but its model did not receive the hook's reason either.`);
  const why =
    end ?? (requests.length === 0 ? 'it sent no request to the model on loopback' : 'it did not try the write');
  return unproved(`Cannot be tested here with ${program}: ${why}.`);
}

const timeoutMs = 90_000;

/** Runs the agent until it ends; returns the reason if it does not end normally. */
function runAgent({ program, args, env }: LiveAgent, cwd: string, modelUrl: string): Promise<string | undefined> {
  const child = spawn(program, args(promptFor('doctor'), modelUrl), {
    cwd,
    env: { ...withoutModels(), ...env(modelUrl) },
    stdio: 'ignore',
    // Runs in a separate process group, so that the processes started by the agent end with it.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
  return new Promise((resolve) => {
    const end = (why: string | undefined) => {
      clearTimeout(timer);
      endGroup(child.pid);
      resolve(why);
    };
    const timer = setTimeout(() => end(`it was still running after ${timeoutMs / 1000} seconds`), timeoutMs);
    child.once('error', () => end(`\`${program}\` is not on the PATH`));
    child.once('exit', (code) => end(code === 0 || code === null ? undefined : `it ended with exit code ${code}`));
  });
}

/** Returns the environment without the variables that would direct an agent to another model. */
function withoutModels(): NodeJS.ProcessEnv {
  const leading = /^(?:ANTHROPIC|CLAUDE_CODE_USE|OPENAI|GOOGLE|COPILOT_PROVIDER)_|^GEMINI_(?!CLI_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !leading.test(name)));
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}
