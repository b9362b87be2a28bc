import { once } from 'node:events';
import { collectOutput, startScript } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { builtServer, runServer } from '../support/built-server.ts';
import { createPlace, gatewayArgs } from './support/gateway.ts';
import { faulty, type ServerEntry, twoTools } from './support/upstreams.ts';

function prepare(servers: Readonly<Record<string, ServerEntry>>) {
  const place = createPlace();
  return { args: gatewayArgs({ servers, flags: [] }, place), where: { cwd: place.project, home: place.home } };
}

describe.each(['doctor', 'tools'])('%s', (command) => {
  test('a command ends with 1 and a message when a server did not answer in time (servers F8)', async () => {
    const { args, where } = prepare({ well: twoTools('well').entry, mute: faulty('hang-at-start').entry });
    const { code, stdout } = await runServer([command, '--timeout', '10', ...args], where);
    expect(stdout).toMatch(/✓ well +9 tools/);
    expect(stdout).toMatch(/✗ mute +connecting: It did not answer within 10 s/);
    expect(code).toBe(1);
  });

  test('a command ends with 1 when a server did not list its tools', async () => {
    const { args, where } = prepare({ mute: faulty('silent-list').entry });
    const { code, stdout } = await runServer([command, '--json', '--timeout', '2', ...args], where);
    const report = JSON.parse(stdout);
    expect((report.gateway ?? report).servers).toMatchObject([
      { name: 'mute', problem: expect.stringMatching(/list its tools within 2 s|tools\/list/) },
    ]);
    expect(code).toBe(1);
  });

  test('a command ends with 0 when all servers have answered, except a disabled one', async () => {
    const { args, where } = prepare({ well: twoTools('well').entry, off: { command: 'off', disabled: true } });
    const { code, stdout } = await runServer([command, ...args], where);
    expect(stdout).toMatch(/- off +disabled[\s\S]*✓ well +9 tools/);
    expect(code).toBe(0);
  });

  test('a command reports each server as it answers, and does not wait for the others', async () => {
    const { args, where } = prepare({ well: twoTools('well').entry, mute: faulty('hang-at-start').entry });
    const child = startScript(builtServer, [command, '--timeout', '600', ...args], where);
    const stdout = collectOutput(child.stdout);
    await expect.poll(stdout).toMatch(/✓ well +9 tools/);
    expect(stdout()).not.toContain('✗');
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});
