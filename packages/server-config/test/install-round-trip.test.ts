import { readServerConfig } from '@modegate/server-config';
import { planUninstall } from '@modegate/server-config/clients';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { file, planFor, targetOn } from './support/install-target.ts';

describe('install and then uninstall', () => {
  const eol = fc.constantFrom('\n', '\r\n');
  const indent = fc.constantFrom('', ' ', '  ', '    ', '\t');
  const name = fc
    .oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'modes ', 'a', 'b'))
    .filter((text) => text !== 'modes');
  const servers = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true });
  const root = fc.record(
    { before: fc.jsonValue({ maxDepth: 1 }), mcpServers: servers, after: fc.jsonValue({ maxDepth: 1 }) },
    { requiredKeys: [] },
  );
  const texts = fc
    .record({ root, eol, indent, mark: fc.boolean(), comment: fc.boolean(), end: fc.boolean(), trailing: fc.boolean() })
    .map((layout) => {
      const lines = JSON.stringify(layout.root, undefined, layout.indent).split('\n');
      const commented = layout.comment && lines.length > 1 ? lines.map((line) => `${line} // {"}`) : lines;
      const text = commented.join(layout.eol);
      const comma =
        layout.trailing && /[}\d"el\]]\s*\}$/.test(text) && !layout.comment ? text.replace(/(\s*\})$/, ',$1') : text;
      return (layout.mark ? '\uFEFF' : '') + comma + (layout.end ? layout.eol : '');
    });

  test('install and uninstall with the backup restore the file exactly', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (original) => {
        const installed = await planFor(original);
        expect(installed.change).toBe('add');
        const disk = { [file]: installed.after, [`${installed.backupFile}`]: original };
        expect((await planUninstall(targetOn(disk))).after).toBe(original);
      }),
      { numRuns: 150 },
    );
  });

  test('install and uninstall without the backup restore a file that had a server before', async () => {
    const nonEmpty = texts.filter((text) => readServerConfig(text, { file }).servers.length > 0);
    await fc.assert(
      fc.asyncProperty(nonEmpty, async (original) => {
        const { after } = await planFor(original);
        expect((await planUninstall(targetOn({ [file]: after }))).after).toBe(original);
      }),
      { numRuns: 150 },
    );
  });

  test('install and uninstall without the backup restore the file, wherever comments and blanks are', async () => {
    const trivia = fc.constantFrom(
      '',
      '',
      '',
      ' ',
      '\n',
      '\n  ',
      '\t',
      '\r\n',
      '// one {"\n',
      '/* two, } */',
      '/* three\n */',
      ' // four,\n  ',
    );
    const scattered = fc.tuple(root, fc.array(trivia, { minLength: 30, maxLength: 60 })).map(([value, gaps]) => {
      const tokens = JSON.stringify(value).match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/g) ?? [];
      return tokens.map((token, index) => `${token}${gaps[index % gaps.length]}`).join('');
    });
    await fc.assert(
      fc.asyncProperty(scattered, async (original) => {
        const { after = '' } = await planFor(original);
        expect((await planFor(after)).change).toBe('none');
        if (readServerConfig(original, { file }).servers.length === 0) return;
        expect((await planUninstall(targetOn({ [file]: after }))).after).toBe(original);
      }),
      { numRuns: 200 },
    );
  });

  test('install and uninstall throw only ServerConfigError and leave only text that parses, for any file', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(
          '{',
          '}',
          '"mcpServers"',
          '"modes"',
          ':',
          ',',
          ' ',
          '\n',
          '//',
          '/*',
          '*/',
          '[',
          ']',
          '1',
        ),
        maxLength: 30,
      }),
      texts.map((text) => text.slice(0, -1)),
    );
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        for (const plan of [() => planFor(text), () => planUninstall(targetOn({ [file]: text }))]) {
          const outcome = await plan().catch((error: unknown) => error);
          if (outcome instanceof Error)
            expect(outcome).toMatchObject({ name: 'ServerConfigError', code: 'CONFIG_INVALID' });
          else
            expect(
              readServerConfig((outcome as { after?: string }).after ?? '{}', { file }).problems.map(
                ({ code }) => code,
              ),
            ).not.toContain('SYNTAX_ERROR');
        }
      }),
      { numRuns: 300 },
    );
  });
});
