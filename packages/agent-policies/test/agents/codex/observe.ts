import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startAppServer } from './app-server.ts';
import { createLab, fillIn, inOwnRoot } from './lab.ts';
import { promptOf, type ScriptedCall, startCallingModel } from './scripted-calls.ts';
import type { CodexOutcome, CodexSituation, CodexTry } from './situation.ts';

/** An installed Codex, and a folder outside `/tmp` for its projects: Codex allows every call to write in `/tmp`. */
export interface CodexInstallation {
  readonly program: string;
  readonly folder: string;
}

/** Outcomes of a situation's calls in Codex, and its output to the model. */
export interface CodexObservation {
  readonly outcomes: readonly CodexOutcome[];
  readonly told: readonly string[];
}

/** Has Codex make the calls of a situation in a new project and a new home folder. */
export async function observeCodex(
  { program, folder }: CodexInstallation,
  { files, calls, role, flags: own = [], start = {} }: CodexSituation,
): Promise<CodexObservation> {
  const lab = createLab(folder, files);
  const script = role === undefined ? 'main' : 'sub';
  const model = await startCallingModel((port) => {
    const fill = (text: string) => fillIn(lab, text).replaceAll('<port>', String(port));
    const made = calls.map((call) => toScripted(call, fill));
    return role === undefined ? { main: made } : { main: spawnAgent(role), sub: made };
  });
  const asked = new Set<number>();
  const provider = `model_providers.lab={ name = "Lab", base_url = "${model.url}/v1", wire_api = "responses", env_key = "LAB_KEY" }`;
  const flags = ['model="gpt-5.5"', 'model_provider="lab"', provider].flatMap((value) => ['-c', value]);
  const command = [process.execPath, program, ...own.map((text) => fillIn(lab, text)), ...flags, 'app-server'];
  const server = await startAppServer({
    command: inOwnRoot(lab, command),
    cwd: lab.project,
    env: { PATH: process.env.PATH, HOME: lab.home, TMPDIR: join(lab.root, 'tmp'), SHELL: '/bin/bash', LAB_KEY: 'x' },
    onQuestion: (method) => {
      const [name, index] = model.lastCall();
      if (name === script) asked.add(index);
      const isServer = method === 'mcpServer/elicitation/request';
      return isServer ? { action: 'decline', content: null, _meta: null } : { decision: 'decline' };
    },
  });
  try {
    const { cwd = '.', ...wanted } = start;
    const { result, error } = await server.request('thread/start', { cwd: resolve(lab.project, cwd), ...wanted });
    if (error !== undefined) return { outcomes: calls.map(() => 'error'), told: calls.map(() => error.message) };
    const { id } = (result as { readonly thread: { readonly id: string } }).thread;
    const done = server.waitFor(({ method, params }) => method === 'turn/completed' && params?.threadId === id);
    await server.request('turn/start', { threadId: id, input: [{ type: 'text', text: promptOf('main') }] });
    await done;
    const told = calls.map((_, index) => model.outputOf(script, index) ?? 'nothing');
    const outcomes = calls.map((call, index) => (asked.has(index) ? 'ask' : judge(call, told[index] ?? '')));
    return { outcomes, told };
  } finally {
    server.close();
    model.close();
    rmSync(lab.root, { recursive: true, force: true });
  }
}

/** Judges a call for which nobody was asked. */
function judge({ tool, reads, writes, usesNetwork }: CodexTry, told: string): CodexOutcome {
  if (/unsupported call|^nothing$/.test(told)) return 'not offered';
  if (/reject|requires approval|verification failed|unknown variant|permissions are disabled/i.test(told))
    return 'deny';
  const mayBeStopped = reads !== undefined || writes !== undefined || usesNetwork === true;
  if (!mayBeStopped || /exit(?:ed with)? code:? 0\b/i.test(told)) return 'allow';
  return tool === 'apply_patch' ? 'deny' : 'stopped';
}

function toScripted({ tool, arguments: values }: CodexTry, fill: (text: string) => string): ScriptedCall {
  if (tool === 'apply_patch') return { name: tool, input: fill(String(values.patch)) };
  const [, namespace, name = tool] = /^(mcp__.+)__(.+)$/.exec(tool) ?? [];
  const input = JSON.parse(fill(JSON.stringify(values))) as object;
  return { ...(namespace !== undefined && { namespace }), name, input };
}

function spawnAgent(role: string): readonly ScriptedCall[] {
  const namespace = 'multi_agent_v1';
  return [
    { namespace, name: 'spawn_agent', input: { agent_type: role, message: promptOf('sub') } },
    { namespace, name: 'wait_agent', input: { targets: ['<agent_id>'], timeout_ms: 60_000 } },
  ];
}
