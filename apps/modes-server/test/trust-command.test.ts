import type { Terminal } from '@modegate/cli-kit';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { reviewAdopted } from '../src/commands/review-adopted.ts';
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

test('security, trust: trust on a terminal shows and asks about each command, and only a yes counts', async () => {
  const settings = settingsOf(serversFile(['a', 'b', 'c']));
  const terminal = terminalThat('y', 'maybe', 'YES');
  expect(await trust(settings, { names: [] }, terminal)).toBe(1);
  expect(terminal.asked).toEqual(['a', 'b', 'c'].map((name) => `Allow ${name} to start? [y/N] `));
  expect(printed).toMatch(/Trusted: a\nTrusted: c\n$/);
  expect(await trust(settings, { names: [] }, terminalThat('y'))).toBe(0);
});

test('security, trust: trust shows a hostile entry on its own lines, without control sequences', async () => {
  const hostile = {
    command: 'run\n    harmless\u001b[2J',
    args: ['\u202e', 'x'.repeat(100_000)],
    env: { 'A\nB': '\u009b' },
  };
  const settings = settingsOf(JSON.stringify({ mcpServers: { 'x\r\nTrusted: x': hostile } }));
  await trust(settings, { names: [] }, terminalThat('n'));
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(printed.split('\n').filter((line) => line !== '')).toHaveLength(5);
});

test('V2: trust shows the whole of a command, however long, and so does --list', async () => {
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

describe("V1: after adopt, the servers in the gateway's file", () => {
  const helper = { command: '/bin/sh', args: ['-c', 'echo x > MARK', 'y'.repeat(5_000), '--require', './evil.js'] };

  /** A project that has a file of the gateway's, and what a person answers; `file` may be elsewhere. */
  async function review(file: string, options: { answers?: readonly string[]; isAsking?: boolean } = {}) {
    const { answers, isAsking = true } = options;
    const text = JSON.stringify({ mcpServers: { helper, weather: { command: 'weather' } } });
    const projectRoot = createProject({ '.roomodes': '', [file]: text });
    const root = file.startsWith('own/') ? `${projectRoot}/project` : projectRoot;
    const serversFile = `${projectRoot}/${file}`;
    const settings = resolveSettings(
      { projectRoot: root, globalConfigDir: `${projectRoot}/global`, servers: [serversFile] },
      {},
    );
    const terminal = answers === undefined ? { ...terminalThat(), isAttended: false } : terminalThat(...answers);
    await reviewAdopted(settings, { serversFile, present: ['helper'], isAsking }, terminal);
    return { settings, terminal };
  }

  test('servers that existed before adopt are shown in full, even by a dry run, which asks nothing', async () => {
    await review('.mcp.modegate.json', { isAsking: false });
    expect(printed).toMatch(/before:\nhelper\n {4}\/bin\/sh -c "echo x > MARK" y{5000} --require \.\/evil\.js\n/);
    expect(printed).not.toContain('weather');
  });

  test('each server that existed before adopt needs consent, and only trusted ones may start', async () => {
    const { settings, terminal } = await review('.mcp.modegate.json', { answers: ['n', 'y'] });
    expect(terminal.asked).toEqual(['helper', 'weather'].map((name) => `Allow ${name} to start? [y/N] `));
    expect(printed).toContain('modes-server trust --servers .mcp.modegate.json\n');
    printed = '';
    await trust(settings, { names: [], list: true });
    expect(printed).toMatch(/helper: not yet trusted[\s\S]*weather: trusted on 20/);
  });

  test('servers that existed before adopt do not start without a terminal, and the output explains how to trust them', async () => {
    await review('.mcp.modegate.json');
    expect(printed).toMatch(
      /only after you trust them:[\s\S]*helper\n[\s\S]*weather\n[\s\S]*modes-server trust --servers/,
    );
  });

  test("servers in a file of the user's own need no consent after adopt, and are shown", async () => {
    const { terminal } = await review('own/adopted/claude-desktop.json', { answers: [] });
    expect(terminal.asked).toEqual([]);
    expect(printed).toMatch(/before:\nhelper\n {4}\/bin\/sh/);
  });
});
