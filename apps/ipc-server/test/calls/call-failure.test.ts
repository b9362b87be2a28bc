import { describe, expect, test, vi } from 'vitest';
import { type OnCommand, openServer } from '../support/open-server.ts';

const fails: OnCommand = () => {
  throw new Error('No active task');
};

describe('call failures, each with its own error and advice', () => {
  test('a call without a connection fails with the reason, and nothing is sent', async () => {
    const { call } = await openServer({ reachable: false });
    const { text, facts, isError } = await call('roo_ipc_start_task', { text: 'Hi' });
    expect(isError).toBe(true);
    expect(facts.error).toMatchObject({ name: 'NOT_CONNECTED', code: -32_050, data: { status: 'backoff' } });
    expect(text).toMatch(/Not connected to an agent at tcp:\/\/localhost:7800; nothing was sent\. Last attempt: /);
    expect(text).toMatch(/keeps trying.*ipc-server doctor/);
  });

  test('a call that times out says that the command may have been carried out', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: () => new Promise(() => undefined) });
    const { text, facts } = await call('roo_ipc_get_profiles', { timeout_ms: 100 });
    expect(facts.error).toMatchObject({
      name: 'COMMAND_TIMEOUT',
      code: -32_051,
      data: { command: 'GetProfiles', timeoutMs: 100 },
    });
    expect(text).toMatch(/before you repeat the call/);
  });

  test('a failed command reports the message of the agent', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: fails });
    const { text, facts } = await call('roo_ipc_press_primary_button');
    expect(facts.error).toMatchObject({
      name: 'COMMAND_FAILED',
      code: -32_052,
      data: { ipcError: 'COMMAND_FAILED', reason: 'No active task' },
    });
    expect(text).toContain('No active task');
  });

  test('a call that loses its connection says that the command may have been carried out', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: (_command, client) => client.close() });
    const { text, facts } = await call('roo_ipc_get_profiles');
    expect(facts.error).toMatchObject({ name: 'DISCONNECTED', code: -32_054 });
    expect(text).toMatch(/may have been carried out/);
  });

  test('invalid input is reported with the field, the expected value and the actual value', async () => {
    const { call } = await openServer();
    const { text, facts } = await call('roo_ipc_resume_task', { taskid: 'a' });
    expect(facts.error).toMatchObject({ name: 'INVALID_PARAMS', code: -32_602 });
    expect(text).toMatch(/task_id: expected a string; received nothing.*taskid.*did you mean 'task_id'/i);
  });

  test('--tool-errors jsonrpc reports failures as JSON-RPC errors with the same numbers', async () => {
    const { client } = await openServer({ dialect: 'fork', onCommand: fails, toolErrors: 'jsonrpc' });
    await expect(client.callTool('roo_ipc_press_primary_button')).rejects.toMatchObject({
      code: -32_052,
      message: expect.stringContaining('No active task'),
      data: { name: 'COMMAND_FAILED', command: 'PressPrimaryButton' },
    });
    await expect(client.callTool('roo_ipc_resume_task', {})).rejects.toMatchObject({ code: -32_602 });
  });

  test('a missing agent does not fail the calls that need no agent', async () => {
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
