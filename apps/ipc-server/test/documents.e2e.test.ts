import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandName, commands, dialects, isCommandName } from '@modegate/ipc-bridge';
import { WIRE_ERROR_CODES } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { agentErrorCodes } from '../src/calls/call-failure.ts';
import { connectOutside } from './support/outside-client.ts';

const root = join(import.meta.dirname, '../../..');
const cli = join(root, 'apps/ipc-server/dist/cli.js');
const read = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
const guide = read('docs/ipc-server.md');

describe('configurations in the documents match the output of install, except for the version', () => {
  test.each([
    ['apps/ipc-server/README.md', 'Cursor:', 'roo'],
    ['apps/ipc-server/README.md', 'Cursor:', 'cursor'],
    ['docs/ipc-server.md', '**Cursor** (`', 'roo'],
    ['docs/ipc-server.md', '**Cursor** (`', 'cursor'],
    ['docs/ipc-server.md', '**Cursor** (`', 'claude-desktop'],
    ['docs/ipc-server.md', '**VS Code** (`', 'vscode'],
    ['docs/ipc-server.md', '**Claude Code** (`', 'claude-code'],
  ])('the example in %s after "%s" matches what install writes for %s', (file, mark, client) => {
    const text = read(file);
    const at = text.indexOf(mark);
    expect(at).toBeGreaterThan(0);
    const block = /```json\n(.*?)```/s.exec(text.slice(at))?.[1] ?? 'null';
    expect(JSON.parse(block)).toEqual(dryRun(client));
  });
});

describe('docs/ipc-server.md', () => {
  test('docs/ipc-server.md lists every command with its dialects and its tool', async () => {
    const rows = [...guide.matchAll(/^\| (\w+) \| ([\w ]+) \| ([\w ]+) \| ([\w ]+) \| `(roo_ipc_\w+)` \|$/gm)];
    const standsIn = /^(no|inferred|by CancelTask)$/;
    const listed = rows.map(([, command = '', ...cells]) => [
      command,
      dialects.filter((_dialect, index) => !standsIn.test(cells[index] ?? '')),
    ]);
    const actual = Object.values(commands).map((command) => [command.name, command.dialects]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(actual));
    const tools = Object.fromEntries(rows.map(([, command, , , , tool]) => [command, tool]));
    expect(tools).toEqual(await toolsByCommand());
  });

  test('docs/ipc-server.md lists every tool', async () => {
    const client = await connectOutside([]);
    for (const { name } of (await client.client.listTools()).tools) expect(guide).toContain(`\`${name}\``);
    await client.close();
  });

  test('docs/ipc-server.md lists every error with its number', () => {
    const rows = [...guide.matchAll(/^\| (-\d+) \| `(\w+)` \|/gm)].map(([, number, name]) => [name, Number(number)]);
    const { INVALID_PARAMS, VALIDATION_ERROR, INTERNAL_ERROR } = WIRE_ERROR_CODES;
    expect(Object.fromEntries(rows)).toEqual({ ...agentErrorCodes, INVALID_PARAMS, VALIDATION_ERROR, INTERNAL_ERROR });
  });

  test('docs/ipc-server.md lists exactly the existing flags with their variables', () => {
    const { stdout } = spawnSync(process.execPath, [cli, 'help'], { encoding: 'utf8' });
    const flags = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag);
    const listed = [...guide.matchAll(/^\| `(--[\w-]+)/gm)].map(([, flag]) => flag);
    expect(new Set(listed)).toEqual(new Set(flags));
    for (const [variable] of stdout.matchAll(/\b(?:ROO|KILO|MODEGATE)_\w+/g)) expect(guide).toContain(variable);
  });
});

async function toolsByCommand(): Promise<Record<string, string>> {
  const client = await connectOutside([]);
  const { tools } = await client.client.listTools();
  await client.close();
  const pairs = tools.flatMap(({ name, description }): readonly (readonly [CommandName, string])[] => {
    const command = /IPC command (\w+)/.exec(description ?? '')?.[1] ?? '';
    return isCommandName(command) ? [[command, name]] : [];
  });
  return Object.fromEntries(pairs);
}

function dryRun(client: string): unknown {
  const home = mkdtempSync(join(tmpdir(), 'modegate-documents-'));
  const { stdout } = spawnSync(process.execPath, [cli, 'install', '--client', client, '--dry-run'], {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, USERPROFILE: home, APPDATA: home, XDG_CONFIG_HOME: home, NO_COLOR: '1' },
  });
  const added = stdout.split('\n').filter((line) => /^\+(?!\+\+)/.test(line));
  const text = added.map((line) => line.slice(1)).join('\n');
  return JSON.parse(text.replace(/(ipc-server)@[\d.]+/, '$1'));
}
