import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleScript } from '../server/bundle-echo.mjs';
import { modesServerPath } from '../server/contestants.mjs';
import { callTool } from '../server/json-rpc-driver.mjs';
import { openClient } from './http-client.mjs';

/** The two files that are asked about in turn, and what has to come out. */
export const questions = [
  { file_path: 'docs/plan.md', allowed: true },
  { file_path: 'src/app.py', allowed: false },
];

/** Starts a server that says on stderr where it serves. */
export async function startServer(script, args, { cwd, env }) {
  const child = spawn(process.execPath, [script, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  let url;
  const ended = once(child, 'exit');
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-4_000);
    url ??= /^Serving on (\S+)$/m.exec(stderr)?.[1];
  });
  while (url === undefined) {
    const isOver = await Promise.race([once(child.stderr, 'data').then(() => false), ended.then(() => true)]);
    if (isOver) throw new Error(`${script} ended before it served: ${stderr}`);
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, pid: child.pid, stop };
}

/** modes-server with a store; each client has a task of its own, in a mode that may edit Markdown only. */
export async function startModesServer(title, flags, place) {
  const args = ['serve', '--http', '0', '--log-level', 'ERROR', '--max-tasks', '100000', ...flags];
  const server = await startServer(modesServerPath, args, place);
  const prepare = async (client) => {
    const created = await callTool(client, 'create_task', { mode_slug: 'architect' });
    return created.structuredContent.session_id;
  };
  return { title, ...server, prepare };
}

/** The least that the SDK can be, with the answers of modes-server by heart. */
export async function startSdkServer(answers, place) {
  const script = await bundleScript(fileURLToPath(new URL('sdk-http-server.mjs', import.meta.url)));
  const file = join(place.cwd, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  return {
    title: 'SDK server, answers by heart',
    ...(await startServer(script, [file], place)),
    prepare: async () => 'ses_none',
  };
}

/** What modes-server answers to the questions. */
export async function learnAnswers(server) {
  const client = await openClient(server.url);
  const session_id = await server.prepare(client);
  const answers = {};
  for (const { file_path } of questions) answers[file_path] = await ask(client, session_id, file_path);
  client.close();
  return answers;
}

/** One question. */
export function ask(client, session_id, file_path) {
  return callTool(client, 'validate_tool_use', { session_id, tool_name: 'write_to_file', file_path });
}

/** The processor time that a process has taken, user and system, in milliseconds; undefined where the system does not say. */
export function cpuMsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}
