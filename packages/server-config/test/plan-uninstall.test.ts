import { backupFileName, planUninstall } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';
import { file, planFor, targetOn } from './support/install-target.ts';

describe('planUninstall', () => {
  test.each([undefined, '', '{}', '{"mcpServers":{"a":{}}}'])(
    'planUninstall changes nothing if the entry is missing (%j)',
    async (text) => {
      const plan = await planUninstall(targetOn({ [file]: text }));
      expect(plan).toMatchObject({ change: 'none', diff: '', backupFile: undefined });
    },
  );

  test('planUninstall removes the entry and its comma and keeps the comments around it', async () => {
    const before =
      '{\n  "mcpServers": {\n    // one\n    "modes": {}, // ours\n    // two\n    "a": {} // last\n  }\n}';
    const plan = await planUninstall(targetOn({ [file]: before }));
    expect(plan).toMatchObject({ change: 'remove', backupFile: `${file}.modegate-backup-1` });
    expect(plan.after).toBe('{\n  "mcpServers": {\n    // one\n     // ours\n    // two\n    "a": {} // last\n  }\n}');
  });

  test.each([
    ['{"mcpServers":{"modes":{},"a":{}}}', '{"mcpServers":{"a":{}}}'],
    ['{"mcpServers":{"a":{},"modes":{}}}', '{"mcpServers":{"a":{}}}'],
    ['{"mcpServers":{"modes":{},}}', '{"mcpServers":{}}'],
    ['{"mcpServers":{"a":{},"modes":{},}}', '{"mcpServers":{"a":{},}}'],
    ['{"mcpServers": {\n"a": 1 // c\n, "modes": {}}}', '{"mcpServers": {\n"a": 1 // c\n}}'],
    ['{"mcpServers": {\n// c\n"modes": {}, "a": 1}}', '{"mcpServers": {\n// c\n "a": 1}}'],
    ['{"mcpServers": {\n// c\n"modes": {}}}', '{"mcpServers": {\n// c\n}}'],
    [
      '{"mcpServers": {"a": 1 /* b */, /* c */ "modes": {} /* d */}}',
      '{"mcpServers": {"a": 1 /* b */ /* c */ /* d */}}',
    ],
  ])('planUninstall turns %j into %j', async (before, after) => {
    expect((await planUninstall(targetOn({ [file]: before }))).after).toBe(after);
  });

  test('planUninstall removes a file that contains only what install wrote', async () => {
    const { after } = await planFor(undefined);
    expect(await planUninstall(targetOn({ [file]: after }))).toMatchObject({
      change: 'remove',
      before: after,
      after: undefined,
    });
  });

  test('planUninstall restores the backup byte for byte if nothing but the install changed the file', async () => {
    const original = '{ "mcpServers" : { } }';
    const { after } = await planFor(original);
    const disk = { [file]: after, [backupFileName(file, 1)]: 'not even JSON', [backupFileName(file, 2)]: original };
    expect(await planUninstall(targetOn(disk))).toMatchObject({
      change: 'remove',
      after: original,
      backupFile: `${file}.modegate-backup-3`,
    });
  });

  test('planUninstall does not restore the backup if something else changed since', async () => {
    const original = '{\n  "mcpServers": {\n    "a": {}\n  }\n}';
    const { after = '' } = await planFor(original);
    const changed = after.replace('"a": {}', '"a": {"disabled": true}');
    const plan = await planUninstall(targetOn({ [file]: changed, [backupFileName(file, 1)]: original }));
    expect(plan.after).toBe('{\n  "mcpServers": {\n    "a": {"disabled": true}\n  }\n}');
  });
});
