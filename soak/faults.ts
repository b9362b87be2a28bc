import { setTimeout as pause } from 'node:timers/promises';
import { echoes, failsNaming } from './load.ts';
import { type Run, repeat } from './run-state.ts';
import { type Policy, writePolicy } from './world.ts';

// One that has run for a minute is started again at once; one that dies more often waits longer each time.
const killEveryMs = 75_000;
const backWithinMs = 30_000;
const policyEveryMs = 5_000;
const policySettlesMs = 1_500;

/** What goes wrong during the run. */
export function startFaults(run: Run, totalMs: number): readonly Promise<void>[] {
  return [
    repeat(run, 'deaths of a server', killEveryMs, () => killMortal(run)),
    ...rewritePolicy(run),
    fillDisk(run, totalMs),
  ];
}

/** Ends a server by a call or from outside; it must be back, and say until then that it is not there. */
async function killMortal(run: Run): Promise<void> {
  const { fixed } = run.world;
  const n = run.next();
  const answer = await fixed.call('mortal__echo', { n });
  run.expect(echoes(answer, 'mortal', n), 'mortal__echo', answer);
  run.decide(n, true);
  if (n % 2 === 0) await fixed.call('mortal__die', {});
  else process.kill(Number(answer.text.split(' ').at(-1)), 'SIGKILL');
  await waitUntilBack(run);
}

async function waitUntilBack(run: Run): Promise<void> {
  const until = Date.now() + backWithinMs;
  for (;;) {
    const n = run.next();
    const answer = await run.world.fixed.call('mortal__echo', { n });
    if (echoes(answer, 'mortal', n)) return;
    run.expect(failsNaming(answer, 'mortal'), 'mortal__echo while it restarts', answer);
    if (Date.now() > until) throw new Error(`mortal was not back after ${backWithinMs} ms`);
    await pause(50);
  }
}

/** Two policies in turn; a while after each change the answers must be those of the new one. */
function rewritePolicy(run: Run): readonly Promise<void>[] {
  let [policy, writtenAt]: [Policy, number] = ['open', 0];
  let session: Promise<string> | undefined;
  const write = async () => {
    policy = policy === 'open' ? 'closed' : 'open';
    writtenAt = Date.now();
    writePolicy(run.world.folder, policy, run.next() % 2 === 0);
  };
  const ask = async () => {
    session ??= openSession(run);
    const [n, expected, changedAt] = [run.next(), policy === 'open', writtenAt];
    const isSettled = Date.now() - changedAt > policySettlesMs;
    const asked = { tool_name: 'use_mcp_tool', mcp_server: 'steady', mcp_tool: 'echo', tool_params: { n } };
    const { tasks } = run.world;
    const answer = await tasks.call('validate_tool_use', { session_id: await session, ...asked });
    const isStrict = isSettled && writtenAt === changedAt;
    const isRight = typeof answer.facts?.allowed === 'boolean' && (!isStrict || answer.facts.allowed === expected);
    run.expect(isRight, `validate_tool_use with the policy ${policy}`, answer);
    run.decide(n, answer.facts?.allowed);
  };
  return [repeat(run, 'policies written', policyEveryMs, write), repeat(run, 'questions about the policy', 100, ask)];
}

async function openSession(run: Run): Promise<string> {
  const { facts } = await run.world.tasks.call('create_task', { mode_slug: 'flip', initial_message: 'Ask.' });
  return facts.session_id;
}

/** A third of the way through, the disk of the audit log is full for a minute, or for a tenth of a short run. */
async function fillDisk({ world, fullDisk }: Run, totalMs: number): Promise<void> {
  await pause(totalMs / 3);
  if (!world.disk.canFill) return;
  fullDisk.from = Date.now();
  const held = setInterval(() => world.disk.fill(), 1_000);
  world.disk.fill();
  await pause(Math.min(60_000, totalMs / 10));
  clearInterval(held);
  world.disk.relieve();
  fullDisk.until = Date.now();
}
