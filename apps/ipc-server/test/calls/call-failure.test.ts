import { describe, expect, test, vi } from 'vitest';
import { type OnCommand, openServer } from '../support/open-server.ts';

const fails: OnCommand = () => {
  throw new Error('No active task');
};

describe('failures are told apart, and each says what to do', () => {
  test('not connected: nothing was sent, and why', async () => {
    const { call } = await openServer({ reachable: false });
    const { text, facts, isError } = await call('roo_ipc_start_task', { text: 'Hi' });
    expect(isError).toBe(true);
    expect(facts.error).toMatchObject({ name: 'NOT_CONNECTED', code: -32_050, data: { status: 'backoff' } });
    expect(text).toMatch(/Not connected to an agent at tcp:\/\/localhost:7800; nothing was sent\. Last attempt: /);
    expect(text).toMatch(/keeps trying.*ipc-server doctor/);
  });

  test('time-out: it may have been carried out', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: () => new Promise(() => undefined) });
    const { text, facts } = await call('roo_ipc_get_profiles', { timeout_ms: 100 });
    expect(facts.error).toMatchObject({
      name: 'COMMAND_TIMEOUT',
      code: -32_051,
      data: { command: 'GetProfiles', timeoutMs: 100 },
    });
    expect(text).toMatch(/before you repeat the call/);
  });

  test('command failed: what the agent said', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: fails });
    const { text, facts } = await call('roo_ipc_press_primary_button');
    expect(facts.error).toMatchObject({
      name: 'COMMAND_FAILED',
      code: -32_052,
      data: { ipcError: 'COMMAND_FAILED', reason: 'No active task' },
    });
    expect(text).toContain('No active task');
  });

  test('disconnected meanwhile: it may have been carried out', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: (_command, client) => client.close() });
    const { text, facts } = await call('roo_ipc_get_profiles');
    expect(facts.error).toMatchObject({ name: 'DISCONNECTED', code: -32_054 });
    expect(text).toMatch(/may have been carried out/);
  });

  test('invalid input: which field, what was expected, what was there', async () => {
    const { call } = await openServer();
    const { text, facts } = await call('roo_ipc_resume_task', { taskid: 'a' });
    expect(facts.error).toMatchObject({ name: 'INVALID_PARAMS', code: -32_602 });
    expect(text).toMatch(/task_id: expected a string; received nothing.*taskid.*did you mean 'task_id'/i);
  });

  test('with --tool-errors jsonrpc they are JSON-RPC errors with the same numbers', async () => {
    const { client } = await openServer({ dialect: 'fork', onCommand: fails, toolErrors: 'jsonrpc' });
    await expect(client.callTool('roo_ipc_press_primary_button')).rejects.toMatchObject({
      code: -32_052,
      message: expect.stringContaining('No active task'),
      data: { name: 'COMMAND_FAILED', command: 'PressPrimaryButton' },
    });
    await expect(client.callTool('roo_ipc_resume_task', {})).rejects.toMatchObject({ code: -32_602 });
  });

  test('an agent that is not there does not fail what needs none', async () => {
    const { call } = await openServer({ reachable: false });
    await vi.waitFor(async () => expect((await call('roo_ipc_status')).facts.status).toBe('backoff'));
    expect((await call('roo_ipc_status')).facts).toMatchObject({
      connected: false,
      lastError: expect.any(String),
      retryAt: expect.stringMatching(/^\d{4}-/),
    });
    expect((await call('roo_ipc_is_ready')).facts).toMatchObject({ ready: false, connected: false });
    expect((await call('roo_ipc_poll_ai_messages')).facts).toMatchObject({ events: [], connected: false });
  });
});
