import { commandNames } from '@modegate/ipc-bridge';
import { describe, expect, test } from 'vitest';
import { openServer, said } from '../support/open-server.ts';

const configuration = { apiProvider: 'openrouter', openRouterApiKey: 'or-0123456789', mode: 'code' };

describe('the list of tools', () => {
  test('tools/list has one tool for every command of every dialect, and the tools of the server', async () => {
    const { client } = await openServer();
    const tools = await client.listTools();
    const named = tools.flatMap(({ description }) => /IPC command (\w+)/.exec(String(description))?.[1] ?? []);
    expect(named.toSorted()).toEqual(commandNames.toSorted());
    const names = tools.map(({ name }) => name);
    expect(names).toHaveLength(commandNames.length + 5);
    expect(names).toEqual(
      expect.arrayContaining([
        'roo_ipc_status',
        'roo_ipc_wait_for_task',
        'roo_ipc_poll_ai_messages',
        'roo_ipc_start_task',
      ]),
    );
    expect(names.every((name) => /^roo_ipc_[a-z_]+$/.test(String(name)))).toBe(true);
  });

  test('every tool has a title, annotations, schemas and its known defects', async () => {
    const { client } = await openServer();
    for (const tool of await client.listTools()) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: expect.any(Boolean) },
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
      });
    }
    const close = (await client.listTools()).find(({ name }) => name === 'roo_ipc_close_task');
    expect(close?.description).toMatch(/closes the whole editor window/);
    expect(close?.annotations).toMatchObject({ destructiveHint: true });
  });
});

describe('a command that the agent lacks', () => {
  test.each([
    ['official', 'roo_ipc_get_configuration', {}, 'fork'],
    ['official', 'roo_ipc_press_primary_button', {}, 'fork'],
    ['official', 'roo_ipc_set_configuration', { values: { a: 1 } }, 'fork'],
    ['fork', 'roo_ipc_get_modes', {}, 'official'],
    ['zoo', 'roo_ipc_create_profile', { name: 'x' }, 'fork'],
  ] as const)(
    '%s agents lack the command of %s: the error names a dialect that has it',
    async (dialect, name, args, other) => {
      const { call, received } = await openServer({ dialect });
      const answer = await call(name, args);
      expect(answer).toMatchObject({
        isError: true,
        facts: { error: { name: 'COMMAND_UNSUPPORTED', code: -32_053, data: { dialect } } },
      });
      expect(answer.text).toContain(other);
      expect(received).toEqual([]);
    },
  );
});

describe('roo_ipc_start_task', () => {
  test('roo_ipc_start_task returns the task id from fork, and sends it the merged configuration', async () => {
    const { call, received } = await openServer({
      dialect: 'fork',
      onCommand: ({ name }) => (name === 'GetConfiguration' ? configuration : 'task-1'),
    });
    const answer = await call('roo_ipc_start_task', { text: 'Hi', configuration: { mode: 'ask' } });
    expect(answer.facts).toEqual({
      dialect: 'fork',
      outcome: 'confirmed',
      via: 'commandResponse',
      payload: 'task-1',
      taskId: 'task-1',
    });
    expect(received.map(({ name }) => name)).toEqual(['GetConfiguration', 'StartNewTask']);
    expect(received[1]?.data).toMatchObject({ text: 'Hi', configuration: { ...configuration, mode: 'ask' } });
  });

  test.each([[{ error: 'no webview' }], [{}], [[]], ['busy']])(
    'roo_ipc_start_task starts nothing in fork when the configuration is %j',
    async (answerOfAgent) => {
      const { call, received } = await openServer({ dialect: 'fork', onCommand: () => answerOfAgent });
      const answer = await call('roo_ipc_start_task', { text: 'Hi' });
      expect(answer).toMatchObject({ isError: true, facts: { error: { name: 'COMMAND_FAILED' } } });
      expect(received.map(({ name }) => name)).toEqual(['GetConfiguration']);
    },
  );

  test('roo_ipc_start_task recognises the task in official, which does not answer, and sends only the given settings', async () => {
    const { call, received } = await openServer({
      onCommand: (_command, _client, agent) => {
        agent.broadcast({ eventName: 'taskCreated', payload: ['other'] });
        agent.broadcast(said('other', { ts: 1, text: 'Something else' }));
        agent.broadcast({ eventName: 'taskCreated', payload: ['task-2'] });
        agent.broadcast(said('task-2', { ts: 2, text: 'Hi' }));
      },
    });
    const answer = await call('roo_ipc_start_task', { text: 'Hi', configuration: { mode: 'ask' } });
    expect(answer.facts).toMatchObject({ outcome: 'confirmed', via: 'effect', taskId: 'task-2' });
    expect(received[0]?.data).toMatchObject({ text: 'Hi', configuration: { mode: 'ask' } });
  });

  test('roo_ipc_start_task returns the task id from zoo', async () => {
    const { call } = await openServer({ dialect: 'zoo', onCommand: () => 'task-3' });
    expect((await call('roo_ipc_start_task', { text: 'Hi' })).facts).toMatchObject({
      via: 'taskStartResponse',
      taskId: 'task-3',
    });
  });

  test('roo_ipc_start_task distinguishes a start that zoo refuses from a time-out', async () => {
    const { call } = await openServer({
      dialect: 'zoo',
      onCommand: () => {
        throw new Error('no provider');
      },
    });
    const { facts, text } = await call('roo_ipc_start_task', { text: 'Hi' });
    expect(facts.error).toMatchObject({ name: 'COMMAND_FAILED', code: -32_052, data: { command: 'StartNewTask' } });
    expect(text).toContain('Task start failed');
  });

  test('roo_ipc_start_task opens a tab only after confirmation', async () => {
    const { call, received } = await openServer({ dialect: 'zoo', onCommand: () => 'task-4' });
    const refused = await call('roo_ipc_start_task', { text: 'Hi', new_tab: true });
    expect(refused.facts.error).toMatchObject({ name: 'VALIDATION_ERROR', data: { reason: 'CONFIRMATION_REQUIRED' } });
    expect(refused.text).toMatch(/reverts unsaved editors.*Nothing was sent.*confirm: true/);
    expect(received).toEqual([]);
    expect((await call('roo_ipc_start_task', { text: 'Hi', new_tab: true, confirm: true })).isError).toBe(false);
    expect(received[0]?.data).toMatchObject({ newTab: true });
  });
});

describe('roo_ipc_send_message', () => {
  test('roo_ipc_send_message without a task goes to the current task of fork', async () => {
    const { call, received } = await openServer({
      dialect: 'fork',
      onCommand: ({ name }) => (name === 'GetCurrentTaskStack' ? ['parent', 'child'] : { success: true }),
    });
    const { facts } = await call('roo_ipc_send_message', { text: 'yes' });
    expect(facts).toMatchObject({ outcome: 'confirmed', payload: { success: true } });
    expect(received[1]?.data).toMatchObject({ taskId: 'child', text: 'yes' });
  });

  test('roo_ipc_send_message fails in fork without a current task', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: () => [] });
    expect((await call('roo_ipc_send_message', { text: 'yes' })).facts.error.data.reason).toBe('NO_CURRENT_TASK');
  });

  test('roo_ipc_send_message is refused when it would reach a different task from the given one', async () => {
    const { call, emit, received } = await openServer();
    await emit({ eventName: 'taskCreated', payload: ['current'] });
    const answer = await call('roo_ipc_send_message', { text: 'yes', task_id: 'other' });
    expect(answer.facts.error.data).toEqual({ reason: 'NOT_CURRENT_TASK', field: 'task_id', current: 'current' });
    expect(received).toEqual([]);
  });

  test('a message that the agent does not confirm is reported as sent, not as arrived', async () => {
    const { call } = await openServer();
    expect((await call('roo_ipc_send_message', { text: 'yes', timeout_ms: 100 })).facts).toEqual({
      dialect: 'official',
      outcome: 'sent',
    });
  });

  test.each([[{}], [{ text: '  ' }], [{ text: '', images: [] }]])(
    'roo_ipc_send_message rejects a message without content: %j',
    async (args) => {
      const { call } = await openServer();
      expect((await call('roo_ipc_send_message', args)).facts.error.data.reason).toBe('MESSAGE_EMPTY');
    },
  );

  test('roo_ipc_send_message rejects two images for fork', async () => {
    const { call } = await openServer({ dialect: 'fork' });
    const images = ['data:image/png;base64,AA', 'data:image/png;base64,BB'];
    expect((await call('roo_ipc_send_message', { text: 'a', images })).facts.error.data.reason).toBe('TOO_MANY_IMAGES');
  });
});

describe('cancelling and closing', () => {
  test('roo_ipc_cancel_task does not cancel when the given task is not the current one', async () => {
    const { call, emit, received } = await openServer();
    await emit({ eventName: 'taskCreated', payload: ['current'] });
    expect((await call('roo_ipc_cancel_task', { task_id: 'other' })).facts.error.data.current).toBe('current');
    expect(received).toEqual([]);
  });

  test('roo_ipc_cancel_task cancels the current task', async () => {
    const { call, emit } = await openServer({
      onCommand: (_command, _client, agent) => agent.broadcast({ eventName: 'taskAborted', payload: ['current'] }),
    });
    await emit({ eventName: 'taskCreated', payload: ['current'] });
    const { facts } = await call('roo_ipc_cancel_task', { task_id: 'current' });
    expect(facts).toMatchObject({ outcome: 'confirmed', via: 'effect', payload: { taskId: 'current' } });
  });

  test('roo_ipc_cancel_current_task sends CancelTask where the agent has no command for the current task', async () => {
    const { call, received } = await openServer({
      onCommand: (_command, _client, agent) => agent.broadcast({ eventName: 'taskAborted', payload: ['x'] }),
    });
    expect((await call('roo_ipc_cancel_current_task')).facts.outcome).toBe('confirmed');
    expect(received[0]?.name).toBe('CancelTask');
  });

  test.each([
    ['official', /closes the agent's whole editor window/],
    ['fork', /ends the current task/],
  ] as const)('closing a task in %s needs a confirmation that says what happens', async (dialect, what) => {
    const { call, received } = await openServer({ dialect });
    const { facts, text } = await call('roo_ipc_close_task', { task_id: 'a' });
    expect(facts.error.data.reason).toBe('CONFIRMATION_REQUIRED');
    expect(text).toMatch(what);
    expect(received).toEqual([]);
  });

  test('the end of the connection confirms that the window was closed', async () => {
    const { call } = await openServer({ onCommand: (_command, client) => client.close() });
    expect((await call('roo_ipc_close_task', { confirm: true })).facts).toMatchObject({
      outcome: 'confirmed',
      via: 'disconnect',
    });
  });
});

describe('queries answered from events because the agent lacks the command', () => {
  test('messages, usage and the active task are inferred from events', async () => {
    const { call, emit } = await openServer();
    await emit(
      { eventName: 'taskCreated', payload: ['a'] },
      said('a', { ts: 1, text: 'Hello', partial: true }),
      said('a', { ts: 1, text: 'Hello there', partial: false }),
      said('a', { ts: 2, text: 'Bye' }),
      { eventName: 'taskTokenUsageUpdated', payload: ['a', { totalTokensIn: 7 }, {}] },
    );
    expect((await call('roo_ipc_get_messages', { task_id: 'a', limit: 1 })).facts).toMatchObject({
      outcome: 'inferred',
      total: 2,
      payload: [{ ts: 2, text: 'Bye' }],
    });
    expect((await call('roo_ipc_get_token_usage', { task_id: 'a' })).facts).toMatchObject({
      outcome: 'inferred',
      payload: { totalTokensIn: 7 },
    });
    expect((await call('roo_ipc_get_current_task_stack')).facts).toMatchObject({ payload: ['a'], taskId: 'a' });
    expect((await call('roo_ipc_is_ready')).facts).toMatchObject({ ready: true, outcome: 'inferred', pid: 42 });
  });

  test('messages, the task stack and readiness come from an agent that has the commands', async () => {
    const { call } = await openServer({
      dialect: 'fork',
      onCommand: ({ name }) => {
        if (name === 'GetMessages') return [{ ts: 1 }, { ts: 2 }];
        return name === 'GetCurrentTaskStack' ? ['a', 'b'] : false;
      },
    });
    expect((await call('roo_ipc_get_messages', { task_id: 'a', limit: 1 })).facts).toMatchObject({
      outcome: 'confirmed',
      total: 2,
      payload: [{ ts: 2 }],
    });
    expect((await call('roo_ipc_get_current_task_stack')).facts).toMatchObject({ payload: ['a', 'b'], taskId: 'b' });
    expect((await call('roo_ipc_is_ready')).facts).toMatchObject({ ready: false, connected: true });
  });
});

describe('commands without a meaningful answer', () => {
  test.each([
    [{}, null],
    [true, true],
    [false, false],
  ])('an IsTaskInHistory answer of %j means inHistory %j', async (payload, inHistory) => {
    const { call } = await openServer({ dialect: 'fork', onCommand: () => payload });
    expect((await call('roo_ipc_is_task_in_history', { task_id: 'a' })).facts.inHistory).toBe(inHistory);
  });

  test('roo_ipc_log is reported as sent, and never as confirmed', async () => {
    const { call } = await openServer({ dialect: 'fork' });
    expect((await call('roo_ipc_log', { message: 'hello' })).facts).toMatchObject({ outcome: 'sent', success: true });
  });
});

describe('configuration', () => {
  test('the configuration contains secrets only on request', async () => {
    const { call } = await openServer({ dialect: 'fork', onCommand: () => configuration });
    const plain = await call('roo_ipc_get_configuration');
    expect(plain.text).not.toContain('or-0123456789');
    expect(plain.facts.payload).toEqual({ ...configuration, openRouterApiKey: '[redacted]' });
    expect((await call('roo_ipc_get_configuration', { include_secrets: true })).facts.payload).toEqual(configuration);
    expect((await call('roo_ipc_get_configuration', { keys: ['mode'] })).facts.payload).toEqual({ mode: 'code' });
  });

  test('roo_ipc_set_configuration keeps settings that were not given, and reports which ones were applied', async () => {
    let held: object = configuration;
    const { call, received } = await openServer({
      dialect: 'fork',
      onCommand: ({ name, data }) => {
        if (name === 'GetConfiguration') return held;
        held = { ...(data as object), mode: 'code' };
        return { success: true };
      },
    });
    const { facts } = await call('roo_ipc_set_configuration', { values: { apiProvider: 'ollama', mode: 'ask' } });
    expect(facts).toMatchObject({ payload: { success: true }, applied: ['apiProvider'], notApplied: ['mode'] });
    expect(received[1]?.data).toEqual({ ...configuration, apiProvider: 'ollama', mode: 'ask' });
  });

  test.each([
    ['roo_ipc_start_task', 'configuration'],
    ['roo_ipc_set_configuration', 'values'],
  ])('Q5: %s rejects known settings of the wrong type, and sends nothing', async (tool, argument) => {
    const { call, received } = await openServer({ dialect: 'fork', onCommand: () => configuration });
    const wrong = { mode: 5, apiProvider: ['a'], allowedCommands: ['npm', 1], autoApprovalEnabled: 'yes' };
    const { facts } = await call(tool, { [argument]: wrong, ...(tool === 'roo_ipc_start_task' && { text: 'a' }) });
    expect(facts.error).toMatchObject({
      code: -32_602,
      name: 'INVALID_PARAMS',
      data: {
        problems: [
          { path: `${argument}.mode`, expected: 'a string', received: '5' },
          { path: `${argument}.apiProvider`, expected: 'a string', received: 'an array of length 1' },
          { path: `${argument}.autoApprovalEnabled`, expected: 'a boolean', received: '"yes"' },
          { path: `${argument}.allowedCommands[1]`, expected: 'a string', received: '1' },
        ],
      },
    });
    expect(received).toEqual([]);
  });

  test('Q5: unknown settings and choices from another release are sent unchanged', async () => {
    const { call, received } = await openServer({ dialect: 'fork', onCommand: () => configuration });
    const values = { apiProvider: 'next-year', ownSetting: 5, modelTemperature: null, experiments: { new: 1 } };
    await call('roo_ipc_set_configuration', { values });
    expect(received[1]?.data).toEqual({ ...configuration, ...values });
  });

  test('roo_ipc_set_configuration replaces the configuration only after confirmation', async () => {
    const { call, received } = await openServer({ dialect: 'fork', onCommand: () => configuration });
    const refused = await call('roo_ipc_set_configuration', { values: { a: 1 }, merge: false });
    expect(refused.text).toMatch(/unsets every provider setting/);
    expect(received).toEqual([]);
    await call('roo_ipc_set_configuration', { values: { a: 1 }, merge: false, confirm: true });
    expect(received[0]).toMatchObject({ name: 'SetConfiguration', data: { a: 1 } });
  });

  test('secrets of the configuration are in no error and no event, even if the agent repeats them', async () => {
    const { call, client, logLines, agentServer } = await openServer({
      dialect: 'fork',
      onCommand: ({ name }) => {
        if (name === 'GetConfiguration') return configuration;
        // Fork sends the whole configuration, unasked, after it has switched profiles.
        agentServer.broadcast({
          eventName: 'commandResponse',
          payload: [{ commandName: 'GetConfiguration', requestId: '', payload: configuration }],
        });
        throw new Error('The provider refuses or-0123456789');
      },
    });
    await call('roo_ipc_get_configuration');
    const { text, facts } = await call('roo_ipc_set_active_profile', { name: 'x' });
    expect(text).toContain('The provider refuses [redacted]');
    const polled = await call('roo_ipc_poll_other_events', { limit: 100 });
    expect(polled.facts.events.map(({ eventName }: { eventName: string }) => eventName)).toContain('commandResponse');
    expect(JSON.stringify([facts, polled, client.received, logLines])).not.toContain('or-0123456789');
  });

  test('secrets in unknown fields of a message are redacted in every answer', async () => {
    const { call, emit } = await openServer();
    const message = { ts: 1, text: 'Hello', settings: { apiKey: 'or-0123456789' } };
    await emit({ eventName: 'taskCreated', payload: ['t'] }, said('t', message));
    const answers = [
      await call('roo_ipc_get_messages', { task_id: 't' }),
      await call('roo_ipc_wait_for_task', { task_id: 't', timeout_ms: 0 }),
      await call('roo_ipc_poll_ai_messages'),
    ];
    expect(JSON.stringify(answers)).toContain('[redacted]');
    expect(JSON.stringify(answers)).not.toContain('or-0123456789');
  });
});
