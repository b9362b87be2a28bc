import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WIRE_ERROR_CODES } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { settingsFileSchema } from '../src/settings/settings-schema.ts';

const root = join(import.meta.dirname, '../../..');
const cli = join(root, 'apps/modes-server/dist/cli.js');
const read = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
const guide = read('docs/modes-server.md');

describe.each(['README.md', 'docs/modes-server.md'])('%s', (file) => {
  test.each([
    ['roo', 'Cursor (`|Cursor** (`'],
    ['zoo', 'Cursor (`|Cursor** (`'],
    ['cursor', 'Cursor (`|Cursor** (`'],
    ['vscode', 'VS Code (`|VS Code** (`'],
    ['claude-code', 'Claude Code (`|Claude Code** (`'],
    ['claude-desktop', 'Claude Desktop (`|Claude Desktop** (`'],
  ])('the documented configuration for %s matches what install writes, except for the version', (client, marks) => {
    const text = read(file);
    const [at = -1] = marks.split('|').flatMap((mark) => (text.includes(mark) ? [text.indexOf(mark)] : []));
    const block = /```json\n(.*?)```/s.exec(text.slice(at))?.[1] ?? 'null';
    expect(JSON.parse(block)).toEqual(dryRun(client));
  });
});

describe('docs/modes-server.md', () => {
  test('docs/modes-server.md lists every wire error with its number', () => {
    const rows = [...guide.matchAll(/^\| (-\d+) \| `(\w+)` \|/gm)].map(([, number, name]) => [name, Number(number)]);
    expect(Object.fromEntries(rows)).toEqual(WIRE_ERROR_CODES);
  });

  test('docs/modes-server.md lists exactly the existing flags', () => {
    const { stdout } = spawnSync(process.execPath, [cli, 'help'], { encoding: 'utf8' });
    const flags = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag);
    const listed = [...guide.matchAll(/^\| `(--[\w-]+)/gm)]
      .map(([, flag]) => flag)
      .filter((flag) => flag !== '--client');
    expect(new Set(listed)).toEqual(new Set(flags));
  });

  test('docs/modes-server.md lists every key of the configuration file', () => {
    for (const [section, schema] of Object.entries(settingsFileSchema().shape).filter(([name]) => name !== '$schema')) {
      const { shape } = (schema as unknown as { unwrap(): { readonly shape: object } }).unwrap();
      for (const key of Object.keys(shape)) expect(guide).toContain(`\`${section}.${key}`);
    }
  });
});

function dryRun(client: string): unknown {
  const home = mkdtempSync(join(tmpdir(), 'modegate-documents-'));
  const { stdout } = spawnSync(process.execPath, [cli, 'install', '--client', client, '--dry-run'], {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, USERPROFILE: home, APPDATA: home, XDG_CONFIG_HOME: home, NO_COLOR: '1' },
  });
  const added = stdout.split('\n').filter((line) => /^\+(?!\+\+)/.test(line));
  const text = added
    .map((line) => line.slice(1))
    .join('\n')
    .replace(/(modes-server)@[\d.]+/, '$1')
    .replace(/"\S*modegate-documents-\w+"/, '"/path/to/your/project"');
  return JSON.parse(text);
}
