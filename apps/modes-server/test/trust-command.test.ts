import type { Terminal } from '@modegate/program-shell';
import { beforeEach, expect, test, vi } from 'vitest';
import { trust } from '../src/commands/trust.ts';
import { resolveSettings } from '../src/settings/settings.ts';
import { createProject, serversFile } from './support/open-server.ts';

let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

function terminalThat(...answers: readonly string[]): Terminal & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const left = [...answers];
  const write = (text: string): void => void asked.push(text);
  return { isAttended: true, write, readLine: async () => left.shift() ?? '', asked };
}

function settingsOf(file: string, flags: object = {}) {
  const projectRoot = createProject({ '.roo/mcp.json': file });
  return resolveSettings({ projectRoot, globalConfigDir: `${projectRoot}/global`, ...flags }, {});
}

test('security, trust: on a terminal each command is shown and asked about, and anything but yes is no', async () => {
  const settings = settingsOf(serversFile(['a', 'b', 'c']));
  const terminal = terminalThat('y', 'maybe', 'YES');
  expect(await trust(settings, { names: [] }, terminal)).toBe(1);
  expect(terminal.asked).toEqual(['a', 'b', 'c'].map((name) => `Agree to start ${name}? [y/N] `));
  expect(printed).toMatch(/Agreed: a\nAgreed: c\n$/);
  expect(await trust(settings, { names: [] }, terminalThat('y'))).toBe(0);
});

test('security, trust: what a hostile entry holds is shown in its own lines, without what a terminal obeys', async () => {
  const hostile = {
    command: 'run\n    harmless\u001b[2J',
    args: ['\u202e', 'x'.repeat(100_000)],
    env: { 'A\nB': '\u009b' },
  };
  const settings = settingsOf(JSON.stringify({ mcpServers: { 'x\r\nAgreed: x': hostile } }));
  await trust(settings, { names: [] }, terminalThat('n'));
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(printed.split('\n').filter((line) => line !== '')).toHaveLength(5);
});

test('V2: all of a command is shown, however long, and by --list too', async () => {
  const args = ['x'.repeat(10_000), '--require', './evil.js'];
  const entry = { command: 'node', args, env: { A: 'y'.repeat(10_000), NODE_OPTIONS: '--require ./other.js' } };
  const settings = settingsOf(JSON.stringify({ mcpServers: { long: entry } }));
  for (const flags of [{ names: [] }, { names: [], list: true }]) {
    printed = '';
    await trust(settings, flags, terminalThat('n'));
    expect(printed).toContain('xx --require ./evil.js\n');
    expect(printed).toContain('yy NODE_OPTIONS="--require ./other.js"\n');
  }
});
