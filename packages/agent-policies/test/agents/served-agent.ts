import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AgentToolCall } from '@modegate/agent-policies';
import { type BatchModel, promptForBatch, startBatchModel } from './batch-model.ts';
import { findProgram, type ListingAgent, stubPlugin } from './rule-lists.ts';
import {
  callIn,
  fillFolders,
  foldersOf,
  type RecordedAnswer,
  type Session,
  type Situation,
  type SituationFolders,
} from './situation.ts';

/** Returns the folder of an agent's situations: always the same, because patterns may name it. */
export function rootOf({ name }: Pick<ListingAgent, 'name'>): string {
  return `/var/tmp/modegate-answers-${name}`;
}

/** Answers by situation, session and call, in that order. */
export type AnswersOfAgent = readonly (readonly (readonly RecordedAnswer[])[])[];

/** Has the agent itself make the calls of all situations. */
export async function askAgent(agent: ListingAgent, situations: readonly Situation[]): Promise<AnswersOfAgent> {
  const root = rootOf(agent);
  rmSync(root, { recursive: true, force: true });
  writeShell(root);
  const batches: (readonly AgentToolCall[])[] = [];
  const places = situations.map((situation, index): SituationPlace => {
    const folders = foldersOf(root, situation, index);
    writeSituation(agent, situation, folders);
    const sessions = situation.sessions.map((session) => ({ session, batch: addBatches(batches, session, folders) }));
    return { folders, sessions };
  });
  const model = await startBatchModel(batches);
  const answers = new Map<SituationPlace, AnswersOfAgent[number]>();
  try {
    for (const home of new Set(places.map(({ folders }) => folders.home))) {
      const server = await startServer(agent, { root, home, model });
      const rest = places.filter(({ folders }) => folders.home === home);
      const work = async (): Promise<void> => {
        for (let place = rest.shift(); place !== undefined; place = rest.shift())
          answers.set(place, await askSituation(server, place));
      };
      try {
        await Promise.all([work(), work()]);
      } finally {
        server.close();
      }
    }
  } finally {
    model.close();
    rmSync(root, { recursive: true, force: true });
  }
  return places.map((place) => answers.get(place) ?? []);
}

/**
 * Adds two batches for a session: its calls, and the call that starts a subagent for them; returns the index of the
 * first.
 */
function addBatches(
  batches: (readonly AgentToolCall[])[],
  { profile, calls }: Session,
  folders: SituationFolders,
): number {
  const prompt = promptForBatch(batches.length);
  const task = { subagent_type: profile, description: 'x', prompt };
  batches.push(
    calls.map((call) => complete(callIn(call, folders))),
    [{ tool: 'task', arguments: task }],
  );
  return batches.length - 2;
}

/** Adds arguments that a tool needs but that no permission checks. */
function complete({ tool, arguments: given }: AgentToolCall): AgentToolCall {
  const more: Readonly<Record<string, object>> = {
    bash: { description: 'x' },
    background_process: { description: 'x' },
    write: { content: 'x' },
    edit: { oldString: '', newString: 'x' },
    task: { description: 'x', prompt: 'x' },
    webfetch: { format: 'text' },
    todowrite: { todos: [] },
  };
  return { tool, arguments: { ...more[tool], ...given } };
}

/** Writes the agent's shell, which does nothing, so that no command from a file runs. */
function writeShell(root: string): void {
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/bash'), '#!/bin/sh\nexit 0\n');
  chmodSync(join(root, 'bin/bash'), 0o755);
}

function writeSituation(
  agent: ListingAgent,
  { files, links = {}, sessions }: Situation,
  folders: SituationFolders,
): void {
  const { project, home, parent } = folders;
  for (const folder of [project, join(parent, 'other'), join(home, '.config', agent.name)])
    mkdirSync(folder, { recursive: true });
  const given = { 'README.md': 'hello\n', '<parent>/other/o.txt': 'hello\n', ...files };
  for (const [name, text] of Object.entries(given)) {
    const path = name.startsWith('<') ? fillFolders(name, folders) : join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      fillFolders(text, folders).replaceAll('<recorder>', recorder).replaceAll('<node>', process.execPath),
    );
  }
  for (const { start = '' } of sessions) mkdirSync(join(project, start), { recursive: true });
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(project, path));
  // Some agents check that the file exists before they apply the rules.
  for (const { tool, arguments: args } of sessions.flatMap(({ calls }) => calls).map((call) => callIn(call, folders)))
    if (tool === 'read') writeFileIfAbsent(resolve(project, String(args.filePath)), rootOf(agent));
  const own = Object.keys(files).map((name) => /^.*?\.(?:opencode|kilo|kilocode)(?=\/)/.exec(name)?.[0]);
  const config = [...new Set(own)].flatMap((folder) =>
    folder === undefined ? [] : [folder.startsWith('<') ? fillFolders(folder, folders) : join(project, folder)],
  );
  for (const folder of [join(home, '.config', agent.name), ...config]) stubPlugin(folder, agent.plugin);
  spawnSync('git', ['init', '-q', project]);
}

const recorder = join(import.meta.dirname, '../../../../apps/modegate/test/agents/lab/mcp-recorder.mjs');

function writeFileIfAbsent(path: string, root: string): void {
  if (!path.startsWith(`${root}/`) || existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'x');
}

interface AgentServer {
  readonly post: (path: string, place: SituationFolders, body: object) => Promise<unknown>;
  readonly get: (path: string, place: SituationFolders) => Promise<unknown>;
  /** Ids of the calls that the agent asked about, with the session before each. */
  readonly asked: ReadonlySet<string>;
  readonly model: BatchModel;
  readonly close: () => void;
}

interface ServerPlace {
  readonly root: string;
  readonly home: string;
  readonly model: BatchModel;
}

async function startServer(agent: ListingAgent, { root, home, model }: ServerPlace): Promise<AgentServer> {
  const prefix = agent.name.toUpperCase();
  const child = spawn(findProgram(agent) ?? '', ['serve', '--port', '0', '--print-logs', '--log-level', 'WARN'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      SHELL: join(root, 'bin/bash'),
      [`${prefix}_CONFIG_CONTENT`]: modelSettings(model.url),
      [`${prefix}_PURE`]: '1',
      [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
      [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that all of its child processes can be ended together.
    detached: true,
  });
  const close = () => endGroup(child);
  try {
    const url = await findAddress(child);
    const asked = new Set<string>();
    const request = async (path: string, { project }: SituationFolders, init?: RequestInit): Promise<unknown> => {
      const response = await fetch(`${url}${path}?directory=${encodeURIComponent(project)}`, init);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
      return text === '' ? undefined : JSON.parse(text);
    };
    const post: AgentServer['post'] = (path, place, body) =>
      request(path, place, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await answerQuestions(url, asked, post);
    return { post, get: request, asked, model, close };
  } catch (error) {
    close();
    throw error;
  }
}

function modelSettings(url: string): string {
  const options = { baseURL: `${url}/v1`, apiKey: 'none' };
  const models = { scripted: { name: 'scripted' }, 'gpt-5': { name: 'gpt-5' } };
  const scripted = { npm: '@ai-sdk/openai-compatible', name: 'Modegate', options, models };
  return JSON.stringify({
    model: 'scripted/scripted',
    small_model: 'scripted/scripted',
    snapshot: false,
    autoupdate: false,
    share: 'disabled',
    // Otherwise a denial ends the other calls of the batch.
    experimental: { continue_loop_on_deny: true },
    provider: { scripted },
  });
}

function findAddress(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${output.slice(-2000)}`));
    const timer = setTimeout(() => fail('did not start in time'), 90_000);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += String(chunk);
        const url = /listening on (http:\/\/\S+)/.exec(output)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
    child.once('exit', () => fail('ended'));
  });
}

/** Records every question and answers it with yes, so that the other calls of the batch continue. */
async function answerQuestions(url: string, asked: Set<string>, post: AgentServer['post']): Promise<void> {
  const { body } = await fetch(`${url}/global/event`);
  if (body === null) throw new Error('The server has no events.');
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) await answerEvent(line.slice(5), asked, post);
    }
  };
  // The stream ends with the server.
  read().catch(() => undefined);
}

interface ServerEvent {
  readonly directory?: string;
  readonly payload?: {
    readonly type?: string;
    readonly properties?: {
      readonly id: string;
      readonly sessionID: string;
      readonly tool?: { readonly callID: string };
    };
  };
}

async function answerEvent(line: string, asked: Set<string>, post: AgentServer['post']): Promise<void> {
  const { directory = '', payload } = JSON.parse(line) as ServerEvent;
  const { type, properties } = payload ?? {};
  if (type !== 'permission.asked' || properties === undefined) return;
  asked.add(`${properties.sessionID} ${properties.tool?.callID ?? ''}`);
  const place = { project: directory, home: '', parent: '' };
  await post(`/permission/${properties.id}/reply`, place, { reply: 'once' });
}

interface SituationPlace {
  readonly folders: SituationFolders;
  readonly sessions: readonly { readonly session: Session; readonly batch: number }[];
}

async function askSituation(
  server: AgentServer,
  { folders, sessions }: SituationPlace,
): Promise<AnswersOfAgent[number]> {
  const answers: (readonly RecordedAnswer[])[] = [];
  for (const { session, batch } of sessions) answers.push(await askSession(server, { folders, session, batch }));
  return answers;
}

async function askSession(
  { post, get, asked, model }: AgentServer,
  {
    folders: place,
    session,
    batch,
  }: { readonly folders: SituationFolders; readonly session: Session; readonly batch: number },
): Promise<readonly RecordedAnswer[]> {
  const { profile, calledBy, start = '', calls } = session;
  const folders = { ...place, project: join(place.project, start) };
  const { id } = (await post('/session', folders, {})) as { readonly id: string };
  await post(`/session/${id}/message`, folders, {
    agent: calledBy ?? profile,
    model: { providerID: 'scripted', modelID: calls.some(({ tool }) => tool === 'apply_patch') ? 'gpt-5' : 'scripted' },
    parts: [{ type: 'text', text: promptForBatch(calledBy === undefined ? batch : batch + 1) }],
  });
  const children = (await get(`/session/${id}/children`, folders)) as readonly { readonly id: string }[];
  const own = calledBy === undefined ? id : (children[0]?.id ?? id);
  const messages = (await get(`/session/${own}/message`, folders)) as readonly SessionMessage[];
  const parts = messages.flatMap((message) => message.parts);
  const offered = model.offered(batch);
  // The agent that starts it may not have permission to do so.
  if (calledBy !== undefined && own === id) return calls.map(() => 'failed' as const);
  return calls.map((call, at): RecordedAnswer => {
    if (!offered.has(call.tool)) return 'gone';
    if (asked.has(`${own} call_${at}`)) return 'ask';
    const part = parts.find(({ type, callID }) => type === 'tool' && callID === `call_${at}`);
    if (part?.state === undefined) throw new Error(`No answer to ${JSON.stringify([call, session, messages])}`);
    return toAnswer(call, part.state);
  });
}

interface SessionMessage {
  readonly parts: readonly MessagePart[];
}

interface MessagePart {
  readonly type: string;
  readonly callID?: string;
  readonly state?: PartState;
}

interface PartState {
  readonly status: string;
  readonly error?: string;
}

function toAnswer({ tool }: AgentToolCall, { status, error = '' }: PartState): RecordedAnswer {
  if (/specified a rule which prevents/.test(error)) return 'deny';
  // A request to an unreachable address and an agent without a name fail after their question.
  if (/depth limit/.test(error)) return 'deny';
  return status === 'completed' || tool === 'webfetch' || tool === 'task' ? 'allow' : 'failed';
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}
