import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { loadHookProject } from '../src/hook/load-hook-project.ts';
import { cacheProject } from '../src/plugin/cache-project.ts';

const text = (pattern: string) =>
  `customModes: [{ slug: a, name: A, roleDefinition: You., groups: [[edit, { fileRegex: '${pattern}' }]] }]\n`;

interface Sample {
  readonly folder: string;
  /** How often the project was read, after one more call. */
  readonly readings: (cwd?: string) => Promise<number>;
}

/** Ten seconds later than its files, which are old enough by then. */
function open(files: Readonly<Record<string, string>> = {}, laterMs = 10_000, isRootGiven = true): Sample {
  const folder = createFolder({ '.git/HEAD': '', '.roomodes': text('^a/'), ...files });
  let count = 0;
  const load = cacheProject(
    async (place, agent) => {
      count += 1;
      return loadHookProject(place, agent);
    },
    () => Date.now() + laterMs,
  );
  const readings = async (cwd = folder): Promise<number> => {
    await load({ projectRoot: isRootGiven ? folder : undefined, cwd, globalConfigDir: undefined }, 'opencode', false);
    return count;
  };
  return { folder, readings };
}

describe('cached projects', () => {
  test('a cached project is read once while nothing changes', async () => {
    const { readings } = open();
    expect([await readings(), await readings(), await readings()]).toEqual([1, 1, 1]);
  });

  test('a cached project is read each time while its files are so young that a change may not show', async () => {
    const { readings } = open({}, -10_000);
    expect([await readings(), await readings()]).toEqual([1, 2]);
  });

  test.each<[string, (folder: string) => void]>([
    ['a file is written', (folder) => writeFileSync(join(folder, '.roomodes'), text('^other/'))],
    ['a file goes', (folder) => rmSync(join(folder, '.roomodes'))],
    [
      'another file takes its place',
      (folder) => {
        writeFileSync(join(folder, 'new'), text('^b/'));
        renameSync(join(folder, 'new'), join(folder, '.roomodes'));
      },
    ],
    ['settings come', (folder) => writeFileSync(join(folder, 'modegate.config.json'), '{}')],
    [
      'servers come, in a folder that was not there',
      (folder) => {
        mkdirSync(join(folder, '.vscode'));
        writeFileSync(join(folder, '.vscode/mcp.json'), '{ "servers": {} }');
      },
    ],
    ['a link to nothing comes', (folder) => symlinkSync('nowhere', join(folder, '.mcp.json'))],
    [
      'servers that the settings name change',
      (folder) => writeFileSync(join(folder, 'own.json'), '{"mcpServers":{} }'),
    ],
  ])('a cached project is read again when %s', async (_what, change) => {
    const { folder, readings } = open({
      'own.json': '{ "mcpServers": {} }',
      'modegate.config.yaml': 'servers: [own.json, .vscode/mcp.json, .mcp.json]\n',
      '.vscode/mcp.json': '{}',
      '.mcp.json': '{}',
    });
    rmSync(join(folder, '.vscode'), { recursive: true });
    rmSync(join(folder, '.mcp.json'));
    expect([await readings(), await readings()]).toEqual([1, 1]);
    change(folder);
    expect(await readings()).toBe(2);
  });

  test('a cached project is read again for another folder, and when a nearer project appears', async () => {
    const { folder, readings } = open({ 'sub/x': '' }, 10_000, false);
    const sub = join(folder, 'sub');
    expect([await readings(), await readings(sub), await readings(sub)]).toEqual([1, 2, 2]);
    writeFileSync(join(sub, '.roomodes'), text('^b/'));
    expect(await readings(sub)).toBe(3);
  });
});
