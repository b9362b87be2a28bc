import { writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import type { Message } from '../support/wire-client.ts';
import { failure, type Gateway, mode, openGateway } from './support/gateway.ts';
import { type ServerEntry, twoTools } from './support/upstreams.ts';

const flags = ['--toolsets', 'off', '--mode-switching', 'free'];
const modesText = (restrictions: object) => JSON.stringify({ customModes: [mode('free', restrictions)] });
const serversText = (servers: Readonly<Record<string, ServerEntry>>) => JSON.stringify({ mcpServers: servers });

/** Opens a gateway whose client works in mode `free`. */
async function openInMode(servers: Readonly<Record<string, ServerEntry>>): Promise<Gateway> {
  const gateway = await openGateway({ servers, flags });
  expect(failure(await gateway.ask('create_task', { mode_slug: 'free' }))).toBeUndefined();
  return gateway;
}

const from = (names: readonly string[], server: string) => names.filter((name) => name.startsWith(`${server}__`));

describe('changes while the gateway runs', () => {
  test('a tool removed from a mode on disk disappears immediately from calls and lists, and can return', async () => {
    const alpha = twoTools('alpha');
    const gateway = await openInMode({ alpha: alpha.entry });
    await gateway.eventually(gateway.names, (names) => names.includes('alpha__echo'));
    const disallowedTools = [{ serverName: 'alpha', toolName: 'echo' }];
    writeInto(gateway.place.project, '.roomodes', modesText({ mcpRestrictions: { disallowedTools } }));
    await gateway.eventually(gateway.names, (names) => !names.includes('alpha__echo'));
    const before = alpha.calls().length;
    expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toMatch(/\.roomodes/);
    expect(failure(await gateway.ask('call_tool', { name: 'alpha__echo', arguments: { text: 'x' } }))).toBeDefined();
    expect(failure(await gateway.ask('alpha__status'))).toBeUndefined();
    expect(alpha.calls().slice(before)).toEqual(['status']);
    const [, announcements] = await gateway.announced(async () => {
      writeInto(gateway.place.project, '.roomodes', modesText({}));
      await gateway.eventually(gateway.names, (names) => names.includes('alpha__echo'));
    });
    expect(announcements).toBe(1);
    expect(alpha.starts()).toBe(1);
  });

  test('a mode file that becomes unreadable allows nothing', async () => {
    const alpha = twoTools('alpha');
    const gateway = await openInMode({ alpha: alpha.entry });
    await gateway.eventually(gateway.names, (names) => names.includes('alpha__echo'));
    const disallowedServers = ['alpha'];
    writeInto(gateway.place.project, '.roomodes', modesText({ mcpRestrictions: { disallowedServers } }));
    await gateway.eventually(gateway.names, (names) => from(names, 'alpha').length === 0);
    const lines = gateway.stderr().length;
    writeInto(gateway.place.project, '.roomodes', '{ "customModes": [');
    await gateway.eventually(
      async () => gateway.stderr().slice(lines),
      (text) => text.includes('.roomodes'),
    );
    expect(from(await gateway.names(), 'alpha')).toEqual([]);
    expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toBeDefined();
    expect(alpha.calls()).toEqual([]);
  });

  test('servers appear, disappear and change with their file, and unchanged ones are not restarted', async () => {
    const [alpha, beta, gamma] = [twoTools('alpha'), twoTools('beta'), twoTools('gamma')];
    const gateway = await openInMode({ alpha: alpha.entry, beta: beta.entry });
    await gateway.eventually(gateway.names, (names) =>
      ['alpha', 'beta'].every((name) => from(names, name).length === 9),
    );
    const write = (servers: Readonly<Record<string, ServerEntry>>) =>
      writeInto(gateway.place.home, 'servers.json', serversText(servers));

    write({ alpha: alpha.entry, gamma: gamma.entry });
    const names = await gateway.eventually(gateway.names, (all) => from(all, 'gamma').length === 9);
    expect([from(names, 'alpha').length, from(names, 'beta').length]).toEqual([9, 0]);
    expect(failure(await gateway.ask('beta__echo', { text: 'x' }))).toBeDefined();
    const [{ started: pid }] = beta.log() as [Message];
    await gateway.eventually(
      async () => isAlive(pid),
      (alive) => !alive,
    );

    write({ alpha: { ...alpha.entry, disabledTools: ['echo'] }, gamma: { ...gamma.entry, disabled: true } });
    await gateway.eventually(
      gateway.names,
      (all) => from(all, 'alpha').length === 8 && from(all, 'gamma').length === 0,
    );
    expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toBeDefined();
    expect(failure(await gateway.ask('alpha__status'))).toBeUndefined();
    expect([alpha.starts(), beta.starts(), gamma.starts()]).toEqual([1, 1, 1]);
    expect(alpha.calls()).toEqual(['status']);
  });
});

test('a task that has ended sets the mode of no connection', async () => {
  const alpha = twoTools('alpha');
  const gateway = await openGateway({ servers: { alpha: alpha.entry }, flags });
  const { session_id } = await gateway.facts('create_task', { mode_slug: 'free' });
  await gateway.eventually(gateway.names, (names) => names.includes('alpha__echo'));
  expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toBeUndefined();
  await gateway.ask('complete_task', { session_id, status: 'completed', result: 'Done.' });
  expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toBeDefined();
  const named = { name: 'alpha__echo', arguments: { text: 'x' }, session_id };
  expect(failure(await gateway.ask('call_tool', named))).toBeDefined();
  expect(from(await gateway.names(), 'alpha')).toEqual([]);
  expect(alpha.calls()).toEqual(['echo']);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
