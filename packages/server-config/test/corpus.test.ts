import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConfigFileKind, readServerConfig, substituteVariables } from '@modegate/server-config';
import { planInstall, planUninstall } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';

const folder = join(
  process.env.MODEGATE_CORPUS ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url)),
  'mcp',
);
const present = existsSync(folder);
const names = present ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

describe.skipIf(!present)(
  `real files (${present ? folder : `skipped: no folder ${folder}; set MODEGATE_CORPUS`})`,
  () => {
    test('the folder of real files is not empty', () => {
      expect(names.length).toBeGreaterThan(0);
    });

    test.each(names)('the real file %s reads without a crash, and every problem has a place in it', (name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const lines = text.split('\n');
      const { servers, problems, unreadable } = readServerConfig(text, { file: name, kind: kindOf(name) });
      for (const { line, column, message } of problems) {
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
        expect(message).not.toBe('');
      }
      expect(unreadable && servers.length > 0).toBe(false);
      for (const entry of servers) {
        expect(entry.locate(entry.pointer)?.line).toBeGreaterThanOrEqual(entry.line);
        if (entry.state === 'valid') substituteVariables(entry.config, { env: {} });
      }
    });

    test.each(names)('the real file %s survives install and uninstall, or is refused', async (name) => {
      const original = readFileSync(join(folder, name), 'utf8');
      const file = '/p/.roo/mcp.json';
      const target = {
        client: 'roo',
        name: 'modes-under-test',
        projectRoot: '/p',
        platform: 'linux',
        env: {},
      } as const;
      const entry = { command: 'npx', args: ['x'] };
      const installed = await planInstall({ ...target, entry, readFile: on({ [file]: original }) }).catch(
        (error: unknown) => error,
      );
      if (installed instanceof Error) {
        expect(installed).toMatchObject({ code: 'CONFIG_INVALID' });
        expect(readServerConfig(original, { file }).unreadable).toBe(true);
        return;
      }
      const { after } = installed as { after: string };
      const withBackup = await planUninstall({
        ...target,
        readFile: on({ [file]: after, [`${file}.modegate-backup-1`]: original }),
      });
      expect(withBackup.after).toBe(original);
      if (!original.includes('"mcpServers"')) return;
      const withoutBackup = await planUninstall({ ...target, readFile: on({ [file]: after }) });
      expect(withoutBackup.after).toBe(original);
    });
  },
);

function on(disk: Readonly<Record<string, string>>): (file: string) => string | undefined {
  return (file) => disk[file];
}

function kindOf(name: string): ConfigFileKind {
  if (/__roo|-\.roo|mcp_settings/.test(name)) return 'roo';
  if (name.includes('kilocode')) return 'kilo';
  if (name.includes('__bob')) return 'bob';
  if (name.includes('__vscode')) return 'vscode';
  return name.includes('cursor') ? 'cursor' : 'claude-code';
}
