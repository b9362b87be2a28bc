import type { Answer } from './client.ts';
import { type Run, repeat } from './run-state.ts';

const parallelHangs = 10;
const parallelTasks = 3;

/** What clients ask while the faults happen; every answer is held against what it must be. */
export function startLoad(run: Run): readonly Promise<void>[] {
  const times = (count: number, start: () => Promise<void>) => Array.from({ length: count }, start);
  return [
    repeat(run, 'calls of a server', 20, () => callSteady(run)),
    repeat(run, 'calls that no mode allows', 500, () => callForbidden(run)),
    repeat(run, 'lists', 10_000, () => readList(run)),
    repeat(run, 'calls of a server whose list changes', 500, () => callChanging(run)),
    repeat(run, 'calls of a server that dies every two seconds', 300, () => callFlapping(run)),
    ...times(parallelHangs, () => repeat(run, 'calls that hang', 100, () => callHanging(run))),
    ...times(parallelTasks, () => repeat(run, 'tasks', 300, () => liveOneTask(run))),
  ];
}

async function callSteady(run: Run): Promise<void> {
  const n = run.next();
  const answer = await run.world.fixed.call('steady__echo', { n });
  run.expect(echoes(answer, 'steady', n), 'steady__echo', answer);
  run.measure('call of a server', answer.ms);
  run.decide(n, true);
}

async function callForbidden(run: Run): Promise<void> {
  const n = run.next();
  const answer = await run.world.fixed.call('call_tool', { name: 'steady__forbidden', arguments: { n } });
  run.expect(refusalCode(answer) === 'MCP_TOOL_DISALLOWED', 'steady__forbidden', answer);
  run.decide(n, false);
}

async function readList(run: Run): Promise<void> {
  const { result } = await run.world.fixed.request('tools/list');
  const names: readonly string[] = result.tools.map(({ name }: { name: string }) => name);
  run.expect(
    names.includes('steady__echo') && !names.some((name) => name.endsWith('__forbidden')),
    'tools/list',
    names,
  );
}

async function callChanging(run: Run): Promise<void> {
  const n = run.next();
  const answer = await run.world.fixed.call('changing__echo', { n });
  run.expect(echoes(answer, 'changing', n), 'changing__echo', answer);
  run.decide(n, true);
}

async function callFlapping(run: Run): Promise<void> {
  const n = run.next();
  const answer = await run.world.fixed.call('flapping__echo', { n });
  const isRight = echoes(answer, 'flapping', n) || failsNaming(answer, 'flapping');
  run.expect(isRight, 'flapping__echo', answer);
}

async function callHanging(run: Run): Promise<void> {
  const n = run.next();
  const answer = await run.world.fixed.call('hanging__hang', { n });
  run.expect(failsNaming(answer, 'hanging'), 'hanging__hang', answer);
  run.decide(n, true);
}

async function liveOneTask(run: Run): Promise<void> {
  const { tasks } = run.world;
  const { facts } = await tasks.call('create_task', { mode_slug: 'docs', initial_message: 'Write.' });
  const session_id: string = facts.session_id;
  const mayEdit = async (path: string, isExpected: boolean) => {
    const n = run.next();
    const asked = { session_id, tool_name: 'write_to_file', tool_params: { path, content: 'x', n } };
    const answer = await tasks.call('validate_tool_use', asked);
    run.expect(answer.facts?.allowed === isExpected, `validate_tool_use ${path}`, answer);
    run.measure('validate_tool_use', answer.ms);
    run.decide(n, isExpected);
  };
  await mayEdit('docs/a.md', true);
  await mayEdit('src/a.ts', false);
  const said = await tasks.call('add_message', { session_id, role: 'assistant', text: 'x'.repeat(2_000) });
  run.expect(!said.isError, 'add_message', said);
  await tasks.call('switch_mode', { session_id, new_mode_slug: 'worker', reason: 'To call.' });
  await mayEdit('docs/a.md', false);
  const n = run.next();
  const call = { name: 'steady__echo', arguments: { n }, session_id };
  run.expect(echoes(await tasks.call('call_tool', call), 'steady', n), 'call_tool in a task', call);
  run.decide(n, true);
  const ended = await tasks.call('complete_task', { session_id, status: 'completed', result: 'Done.' });
  run.expect(!ended.isError, 'complete_task', ended);
  const late = await tasks.call('call_tool', call);
  run.expect(late.isError, 'call_tool after the end of the task', late);
}

/** Whether a server has answered what it was asked. */
export function echoes(answer: Answer, server: string, n: number): boolean {
  return !answer.isError && answer.text.startsWith(`${server} echoes ${n} from `);
}

/** Whether a call failed and says so of the server itself; an agent must not learn that its tool does not exist. */
export function failsNaming(answer: Answer, server: string): boolean {
  return answer.isError && answer.text.includes(server) && !/unknown tool/i.test(answer.text);
}

function refusalCode({ isError, facts }: Answer): unknown {
  return isError ? (facts?.error?.data?.code ?? facts?.code) : undefined;
}
