import { describe, expect, test } from 'vitest';
import { createHistory } from '../../src/agent/history.ts';
import { type OpenServer, openServer } from '../support/open-server.ts';

const history = async (server: OpenServer, args: object = {}) => (await server.call('roo_ipc_history', args)).facts;

describe('roo_ipc_history (servers part 2, poll_other_events)', () => {
  test('roo_ipc_history returns the answers to commands, which no queue contains', async () => {
    const server = await openServer({ onCommand: () => [{ slug: 'code', name: 'Code' }] });
    await server.call('roo_ipc_get_modes');
    const { commands } = await history(server);
    expect(commands).toEqual([
      {
        command: 'GetModes',
        sentAt: expect.any(Number),
        tookMs: expect.any(Number),
        outcome: 'confirmed',
        via: 'queryEvent',
        payload: [{ slug: 'code', name: 'Code' }],
      },
    ]);
    const polled = await server.call('roo_ipc_poll_other_events', { limit: 10 });
    expect(polled.facts.events).toMatchObject([{ eventName: 'connection' }]);
  });

  test('roo_ipc_history returns failed commands and every error with its time', async () => {
    const onCommand = () => {
      throw new Error('No active task');
    };
    const server = await openServer({ dialect: 'fork', onCommand });
    for (let times = 0; times < 3; times++) await server.call('roo_ipc_press_primary_button');
    const { commands, errors } = await history(server);
    const message = 'The agent refused PressPrimaryButton: No active task';
    expect(commands).toHaveLength(3);
    expect(commands[0]).toMatchObject({ outcome: 'failed', error: { name: 'COMMAND_FAILED', message } });
    expect(errors).toEqual([
      {
        source: 'command',
        name: 'COMMAND_FAILED',
        message,
        at: expect.any(Number),
        lastAt: expect.any(Number),
        count: 3,
      },
    ]);
  });

  test('roo_ipc_history returns the failed connection attempts during the absence of an agent', async () => {
    const server = await openServer({ reachable: false });
    expect((await history(server)).errors).toMatchObject([
      {
        source: 'connection',
        name: 'CONNECT_FAILED',
        message: expect.stringContaining('nothing listens there'),
        count: 1,
      },
    ]);
  });

  test('roo_ipc_history shows no secret', async () => {
    const configuration = { apiProvider: 'openrouter', openRouterApiKey: 'or-0123456789' };
    const server = await openServer({ dialect: 'fork', onCommand: () => configuration });
    await server.call('roo_ipc_get_configuration', { include_secrets: true });
    const text = JSON.stringify(await history(server));
    expect(text).toContain('openrouter');
    expect(text).not.toContain('or-0123456789');
  });

  test('roo_ipc_history returns the latest entries, newest last; the resource returns all of them', async () => {
    const server = await openServer({ dialect: 'fork', onCommand: ({ data }) => data });
    for (const name of ['one', 'two', 'three']) await server.call('roo_ipc_create_profile', { name });
    const { commands } = await history(server, { limit: 2 });
    expect(commands.map(({ payload }: { payload: unknown }) => payload)).toEqual(['two', 'three']);
    const { contents } = await server.client.request('resources/read', { uri: 'roo-ipc://history' });
    const [content] = contents as readonly { readonly text: string }[];
    expect(JSON.parse(content?.text ?? '').commands).toHaveLength(3);
  });
});

describe('the history of an agent', () => {
  const setUp = () => createHistory({ now: () => 5, mask: (text) => text });

  test('the history keeps the latest hundred entries of each kind, and only the size of an answer that is too long', async () => {
    const kept = setUp();
    for (let index = 0; index < 150; index++) {
      kept.noteProblem(`problem ${index}`);
      await kept.remember('GetModes', async () => ({ outcome: 'confirmed', via: 'queryEvent', payload: index }));
    }
    await kept.remember('GetModes', async () => ({
      outcome: 'confirmed',
      via: 'queryEvent',
      payload: 'x'.repeat(70_000),
    }));
    expect(kept.commands).toHaveLength(100);
    expect(kept.errors).toHaveLength(100);
    expect(kept.errors.at(-1)).toMatchObject({ source: 'agent', message: 'problem 149' });
    expect(kept.commands.at(-1)).toMatchObject({ omitted: 'The answer is 70002 characters long.' });
    expect(kept.commands.at(-1)).not.toHaveProperty('payload');
  });

  test('the history keeps a command whose caller cancelled', async () => {
    const kept = setUp();
    const gaveUp = kept.remember('GetModes', () => Promise.reject(new DOMException('enough', 'AbortError')));
    await expect(gaveUp).rejects.toThrow('enough');
    expect(kept.commands).toMatchObject([{ command: 'GetModes', outcome: 'failed', error: { name: 'CANCELLED' } }]);
    expect(kept.errors).toEqual([]);
  });

  test('the history reports each change', async () => {
    const kept = setUp();
    let changes = 0;
    kept.onChange(() => {
      changes += 1;
    });
    kept.noteProblem('malformedFrame');
    await kept.remember('Log', async () => ({ outcome: 'sent' }));
    expect(changes).toBe(2);
  });
});
