import { backupFileName, type HookPlan, planHookInstall, planHookUninstall } from '@modegate/server-config/clients';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const file = '/p/.qwen/settings.json';

/** A disk on which plans are carried out, as `modegate hook` does. */
function diskWith(text: string | undefined) {
  const files = new Map<string, string>(text === undefined ? [] : [[file, text]]);
  const target = {
    file,
    event: 'PreToolUse',
    isOurs: (item: unknown) => JSON.stringify(item).includes('our-hook'),
    readFile: async (path: string) => files.get(path),
  };
  const carryOut = ({ before, after, needsBackup, spentBackup }: HookPlan) => {
    if (before === after) return;
    const number = [1, 2, 3, 4].find((one) => !files.has(backupFileName(file, one))) ?? 5;
    if (needsBackup && before !== undefined) files.set(backupFileName(file, number), before);
    if (after === undefined) files.delete(file);
    else files.set(file, after);
    if (spentBackup !== undefined) files.delete(spentBackup);
  };
  return {
    files,
    install: async (mode: string) =>
      carryOut(
        await planHookInstall(target, {
          item: { matcher: '*', hooks: [{ type: 'command', command: `/s/our-hook --mode ${mode}` }] },
        }),
      ),
    uninstall: async () => carryOut(await planHookUninstall(target)),
    edit: (change: (text: string) => string) => files.set(file, change(files.get(file) ?? '')),
  };
}

const name = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('__proto__', 'env'));
const others = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 });
const layouts = fc.record({
  eol: fc.constantFrom('\n', '\r\n', '\r'),
  indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
  mark: fc.boolean(),
  comment: fc.boolean(),
  end: fc.boolean(),
  oneLineLists: fc.boolean(),
});

type Layout = typeof layouts extends fc.Arbitrary<infer Value> ? Value : never;

function write(settings: object, { eol, indent, mark, comment, end, oneLineLists }: Layout): string {
  const lists: string[] = [];
  const keep = (value: readonly unknown[]) => `@list${lists.push(JSON.stringify(value).replaceAll(',', ', ')) - 1}@`;
  const text = JSON.stringify(
    settings,
    (_key, value) => (oneLineLists && Array.isArray(value) ? keep(value) : value),
    indent,
  )
    .replaceAll(/"@list(\d+)@"/g, (_, index: string) => lists[Number(index)] ?? '')
    .split('\n')
    .map((line, index, all) => (comment && all.length > 1 ? `${line} // {"${index}` : line))
    .join(eol);
  return (mark ? '\uFEFF' : '') + text + (end ? eol : '');
}

const plain = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true });

const anySettings = fc
  .record(
    {
      before: plain,
      hooks: fc.record({ PreToolUse: others, Stop: others }, { requiredKeys: [] }),
      owner: fc.constant('before-edit'),
    },
    { requiredKeys: ['owner'] },
  )
  .filter(({ hooks }) => !JSON.stringify(hooks ?? {}).includes('our-hook'));

const withOtherHooks = fc
  .record({ PreToolUse: fc.array(fc.record({ matcher: fc.string() }), { minLength: 1, maxLength: 3 }), Stop: others })
  .map((hooks) => ({ owner: 'before-edit', hooks }));

const texts = fc.tuple(anySettings, layouts).map(([settings, layout]) => write(settings, layout));
const textsWithHooks = fc.tuple(withOtherHooks, layouts).map(([settings, layout]) => write(settings, layout));
const editOwner = (text: string): string => text.replace('before-edit', 'after-edit');

describe('A4: a hook that is installed and removed again', () => {
  test('a removed hook leaves every byte as before, and no backup', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const disk = diskWith(text);
        await disk.install('docs');
        expect(disk.files.get(file)).toContain('our-hook');
        await disk.uninstall();
        expect([...disk.files]).toEqual([[file, text]]);
      }),
      { numRuns: 300 },
    );
  });

  test('a removed hook leaves every byte as before, even if reinstalled with another mode in between', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const disk = diskWith(text);
        await disk.install('docs');
        await disk.install('code');
        expect(disk.files.get(file)).toContain('--mode code');
        expect(disk.files.size).toBe(2);
        await disk.uninstall();
        expect([...disk.files]).toEqual([[file, text]]);
      }),
      { numRuns: 200 },
    );
  });

  test('removal keeps what a user wrote in between, and every other byte if the event had a hook', async () => {
    await fc.assert(
      fc.asyncProperty(textsWithHooks, async (text) => {
        const disk = diskWith(text);
        await disk.install('docs');
        disk.edit(editOwner);
        await disk.uninstall();
        expect(disk.files.get(file)).toBe(editOwner(text));
      }),
      { numRuns: 300 },
    );
  });

  test('removal keeps what a user wrote in between in every other file too', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const disk = diskWith(text);
        await disk.install('docs');
        disk.edit(editOwner);
        await disk.uninstall();
        const left = disk.files.get(file) ?? '';
        expect(left).toContain('after-edit');
        expect(left).not.toContain('our-hook');
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['no file', undefined],
    ['an empty file', ''],
    ['blanks', '\uFEFF \n'],
    ['an empty object', '{ }\n'],
    ['an empty list', '{ "hooks": { "PreToolUse": [ ] } }'],
    ['hooks without an event', '{\n\t"hooks": {\n\t}\n}\r\n'],
  ])('removal restores %s', async (_what, text) => {
    const disk = diskWith(text);
    await disk.install('docs');
    await disk.install('code');
    await disk.uninstall();
    expect(Object.fromEntries(disk.files)).toEqual(text === undefined ? {} : { [file]: text });
  });

  test('a backup that has the hook or that someone changed is not used as the original file', async () => {
    const disk = diskWith('{ "a": 1 }');
    await disk.install('docs');
    disk.files.set(backupFileName(file, 1), '{ "a": 2 }');
    disk.files.set(backupFileName(file, 2), '[');
    disk.files.set(backupFileName(file, 3), disk.files.get(file) ?? '');
    await disk.uninstall();
    expect(disk.files.get(file)).toBe('{ "a": 1 }');
  });
});
