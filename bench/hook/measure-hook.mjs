import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startServer } from '../serve/contestants.mjs';
import { endedChildrenMs, processMs } from '../support/processor-time.mjs';
import { median, quantile } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';

const program = fileURLToPath(new URL('../../apps/modegate/dist/cli.js', import.meta.url));
const modesServer = fileURLToPath(new URL('../../apps/modes-server/dist/cli.js', import.meta.url));
const example = fileURLToPath(new URL('../../examples/quickstart', import.meta.url));
const safetyNet = fileURLToPath(new URL('../node_modules/cc-safety-net/dist/bin/cc-safety-net.js', import.meta.url));

/** A session of calls on the example project, each refused, by every way that there is; beside a Node that does nothing. */
export async function measureHook({ quick }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-bench-')));
  try {
    const { contestants, stop } = await prepare(folder);
    const calls = quick ? 20 : 400;
    const results = contestants.map(() => []);
    // The first round is not counted: caches are made in it.
    for (let round = 0; round <= calls; round++)
      for (let turn = 0; turn < contestants.length; turn++) {
        const at = (turn + round) % contestants.length;
        const { ask, processorMs = endedChildrenMs } = contestants[at];
        const [startedAt, processorBefore] = [performance.now(), processorMs()];
        const output = await ask();
        const ms = performance.now() - startedAt;
        if (round > 0) results[at].push({ ms, processorMs: processorMs() - processorBefore, output });
      }
    await stop();
    const failures = contestants.flatMap(({ title, saw }, at) =>
      results[at].every(({ output }) => output.includes(saw)) ? [] : [`${title}: a wrong answer`],
    );
    return {
      title: `hook: a session of ${calls} calls on the example project`,
      failures,
      ...report(contestants, results),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(folder) {
  const project = join(folder, 'project');
  const env = { ...process.env, HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'home/.cache') };
  cpSync(example, project, { recursive: true });
  mkdirSync(join(project, '.git'));
  mkdirSync(env.HOME);
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, '');
  const modegate = (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: project, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`modegate ${args.join(' ')} ended with ${status}: ${stderr}`);
  };
  modegate('hook', 'install', '--client', 'claude-code', '--mode', 'docs-writer');
  modegate('hook', 'install', '--client', 'opencode', '--mode', 'docs-writer');
  const settings = JSON.parse(readFileSync(join(project, '.claude/settings.local.json'), 'utf8'));
  const [{ command }] = settings.hooks.PreToolUse[0].hooks;
  const common = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project };
  const write = JSON.stringify({ ...common, tool_name: 'Write', tool_input: { file_path: join(project, 'src/a.ts') } });
  const bash = JSON.stringify({ ...common, tool_name: 'Bash', tool_input: { command: 'git reset --hard' } });
  const starter = (command, args, input) => () => runOnce(command, args, { cwd: project, env, input });
  // What has just been written may still change unseen, so the plugin does not keep it yet.
  await wait(2_500);
  const direct = [program, 'hook', 'claude-code', '--mode', 'docs-writer'];
  const server = await startServer(modesServer, ['serve', '--http', '0', '--log-level', 'ERROR'], {
    cwd: project,
    env,
  });
  const contestants = [
    { title: 'node with an empty script', saw: '', ask: starter(process.execPath, [empty], write) },
    { title: 'the installed hook', saw: 'FILE_RESTRICTED', ask: starter('sh', ['-c', command], write) },
    { title: 'modegate hook', saw: 'FILE_RESTRICTED', ask: starter(process.execPath, direct, write) },
    {
      title: 'modegate hook --audit-log',
      saw: 'FILE_RESTRICTED',
      ask: starter(process.execPath, [...direct, '--audit-log', join(folder, 'audit.jsonl')], write),
    },
    {
      title: 'cc-safety-net 2.4.5',
      saw: 'deny',
      ask: starter(process.execPath, [safetyNet, 'hook', '--claude-code'], bash),
    },
    {
      title: 'modes-server over HTTP',
      saw: 'FILE_RESTRICTED',
      ask: asker(`${new URL(server.url).origin}/hooks/claude-code/docs-writer`, write),
      processorMs: () => processMs(server.pid),
    },
    {
      title: 'the plugin of opencode',
      saw: 'FILE_RESTRICTED',
      ask: await loadPlugin(project),
      processorMs: ownProcessorMs,
    },
  ];
  return { contestants, stop: server.stop };
}

/** This process is the agent of a plugin. */
function ownProcessorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Claude Code keeps the connection too. */
function asker(url, payload) {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
  return () =>
    new Promise((resolve, reject) => {
      const asked = request(
        url,
        { method: 'POST', agent, headers },
        (answer) => void text(answer).then(resolve, reject),
      );
      asked.once('error', reject).end(payload);
    });
}

async function runOnce(command, args, { cwd, env, input }) {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  // An empty script reads nothing.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  await once(child, 'close');
  return output;
}

async function loadPlugin(project) {
  const { Modegate } = await import(pathToFileURL(join(project, '.opencode/plugins/modegate.js')).href);
  const hooks = await Modegate({ directory: project });
  const call = { tool: 'write', sessionID: 'ses_1', callID: 'call_1' };
  return () =>
    hooks['tool.execute.before'](call, { args: { filePath: 'src/a.ts', content: '' } }).then(
      () => '',
      (error) => error.message,
    );
}

function report(contestants, results) {
  const [empty] = results;
  const processorOfNode = sum(empty, 'processorMs');
  const rows = contestants.map(({ title }, at) => {
    const ms = results[at].map((call) => call.ms);
    const ofNode = median(ms.map((value, round) => value / empty[round].ms));
    const processorMs = sum(results[at], 'processorMs');
    return {
      way: title,
      ms: median(ms),
      p99Ms: quantile(ms, 0.99),
      ofNode,
      sessionMs: sum(results[at], 'ms'),
      processorMs,
      processorOfNode: processorMs / processorOfNode,
    };
  });
  const table = formatTable(
    ['way', 'p50', 'p99', 'of an empty Node', 'all calls', 'their processor time', 'of an empty Node'],
    rows.map((row) => [
      row.way,
      formatMs(row.ms),
      formatMs(row.p99Ms),
      formatRatio(row.ofNode),
      formatMs(row.sessionMs),
      formatMs(row.processorMs),
      formatRatio(row.processorOfNode),
    ]),
  );
  return { table, rows };
}

function sum(calls, member) {
  return calls.reduce((total, call) => total + call[member], 0);
}
