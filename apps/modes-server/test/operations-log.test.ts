import { createMemoryStore, SessionError } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { createFakeUpstreams } from './support/fake-upstreams.ts';
import { openServer } from './support/open-server.ts';

const secret = 'hunter2';

/** The lines about operations, with `task-1` for the first task that they name, and so on. */
function operations(lines: readonly string[]): readonly string[] {
  const ids = [...new Set(lines.join(' ').match(/task_\w+/g))];
  return lines
    .filter((line) => /^(Task|Refused|Cleaned)/.test(line))
    .map((line) => line.replaceAll(/task_\w+/g, (id) => `task-${ids.indexOf(id) + 1}`));
}

test('3.4 and 6.1.2: creation, switch, refusal, end and expiry are logged once each, and messages are not', async () => {
  const { call, logLines, wait, sweep } = await openServer();
  const create = async (args: object = {}) =>
    (await call('create_task', { mode_slug: 'ask', initial_message: secret, metadata: { secret }, ...args })).facts
      .session_id as string;
  const session_id = await create();
  const child = await create({ parent_session_id: session_id });
  await call('switch_mode', { session_id, new_mode_slug: 'code', reason: secret });
  await call('switch_mode', { session_id, new_mode_slug: secret });
  await call('add_message', { session_id, text: secret });
  await call('validate_tool_use', { session_id: child, tool_name: 'write_to_file', file_path: `${secret}.ts` });
  await call('validate_tool_use', { session_id, tool_name: 'write_to_file', file_path: `${secret}.ts` });
  await call('complete_task', { session_id, status: 'completed', result: secret });
  await call('complete_task', { session_id, status: 'cancelled', result: secret });
  await create();
  wait(3_600_000);
  await sweep();
  await call('switch_mode', { session_id, new_mode_slug: 'ask' });
  expect(operations(logLines)).toEqual([
    "Task task-1 created in mode 'ask'",
    "Task task-2 created in mode 'ask', a subtask of task-1",
    "Task task-1 switched from mode 'ask' to mode 'code'",
    'Refused: switch_mode: MODE_NOT_FOUND',
    expect.stringMatching(/^Refused: 'write_to_file' in mode 'ask', task task-2: GROUP_MISSING by ./),
    'Refused: complete_task: VALIDATION_ERROR (TASK_STATE_ILLEGAL)',
    "Task task-2 cancelled in mode 'ask'",
    "Task task-1 cancelled in mode 'code'",
    "Task task-3 created in mode 'ask'",
    "Task task-3 expired in mode 'ask': it was unused for too long",
    'Cleaned up 3 expired sessions',
    'Refused: switch_mode: SESSION_EXPIRED',
  ]);
  const all = logLines.join('\n');
  expect(all).not.toContain(secret);
  expect(all).not.toContain('ses_');
});

test('a call that the gateway refuses is logged once, with or without a task', async () => {
  const modes = JSON.stringify({
    customModes: [
      { slug: 'alone', name: 'A', roleDefinition: 'R', groups: ['mcp'], mcpRestrictions: { allowedServers: ['beta'] } },
    ],
  });
  const { call, logLines } = await openServer({
    files: { '.roomodes': modes },
    flags: { mode: 'alone' },
    upstreams: createFakeUpstreams(),
  });
  await call('alpha__echo', { text: secret });
  await call('create_task', { mode_slug: 'alone' });
  await call('alpha__echo', { text: secret });
  const refused = (where: string) =>
    expect.stringMatching(
      new RegExp(`^Refused: 'echo' of server 'alpha' in mode 'alone'${where}: MCP_SERVER_NOT_ALLOWED by `),
    );
  expect(operations(logLines)).toEqual([refused(''), "Task task-1 created in mode 'alone'", refused(', task task-1')]);
  expect(logLines.join('\n')).not.toContain(secret);
});

test('a store failure is logged with its reason, and the client gets its id and no path', async () => {
  const insert = async () => {
    throw new SessionError('STORE_UNAVAILABLE', { store: '/home/ann/sessions.db', problem: 'the disk is full' });
  };
  const { call, logLines } = await openServer({ store: { ...createMemoryStore(), insert } });
  const { text, isError, facts } = await call('create_task', { mode_slug: 'code' });
  expect(isError).toBe(true);
  expect(JSON.stringify([text, facts])).not.toMatch(/sessions\.db|disk/);
  expect(logLines).toEqual([expect.stringMatching(/^ERROR .*\/home\/ann\/sessions\.db .*: the disk is full/)]);
  expect(text).toContain(/"correlationId":"([^"]+)"/.exec(String(logLines[0]))?.[1]);
});

test('7.3.1: at DEBUG each request is logged with its method, tool, outcome and time; at INFO none is', async () => {
  const requestLines = async (logLevel: string) => {
    const { call, logLines } = await openServer({ flags: { logLevel } });
    await call('list_modes', {});
    await call('get_mode_info', { mode_slug: 'no-such' });
    return logLines.filter((line) => line.startsWith('Request: tools/call'));
  };
  expect(await requestLines('DEBUG')).toEqual([
    expect.stringMatching(/^Request: tools\/call list_modes: ok in \d+\.\d ms$/),
    expect.stringMatching(/^Request: tools\/call get_mode_info: tool_error in \d+\.\d ms$/),
  ]);
  expect(await requestLines('INFO')).toEqual([]);
});
