import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Toolset } from '../../src/toolsets/toolset.ts';
import { changeToolsetFile, hasToolset, parseToolsetFile, type ToolsetFile } from '../../src/toolsets/toolset-file.ts';

const toolset = (name: string): Toolset => ({
  name,
  tools: [{ namespacedName: 'alpha.echo', refId: 'a1', server: 'alpha' }],
  createdAt: 1,
  lastModified: 1,
});

function fileOf(text: string | undefined): ToolsetFile {
  const parsed = parseToolsetFile(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.file;
}

describe('reading the toolset file', () => {
  test('a missing toolset file is read as empty', () => {
    expect(fileOf(undefined).toolsets.size).toBe(0);
    expect(fileOf('{}').lastEquipped.size).toBe(0);
  });

  test.each([
    ['', 'not JSON'],
    ['{"toolsets": {', 'not JSON'],
    ['\u0000\u0001', 'not JSON'],
    ['[]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['"toolsets"', 'is not a JSON object'],
    ['{"toolsets": []}', "'toolsets'"],
    ['{"toolsets": null}', "'toolsets'"],
    ['{"lastEquipped": "set-a"}', "'lastEquipped'"],
  ])('a toolset file with the content %j is refused', (text, reason) => {
    expect(parseToolsetFile(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('one bad set does not affect the others', () => {
    const file = fileOf(JSON.stringify({ toolsets: { good: toolset('good'), bad: { name: 'bad' } } }));
    expect([...file.toolsets.keys()]).toEqual(['good']);
    expect([...file.unreadable]).toEqual([
      ['bad', expect.stringContaining("The saved toolset 'bad' cannot be read: tools:")],
    ]);
    expect(hasToolset(file, 'bad')).toBe(true);
  });

  test('members of Object.prototype are not toolsets', () => {
    const file = fileOf('{"toolsets":{}}');
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(hasToolset(file, name)).toBe(false);
      expect(file.lastEquipped.get(name)).toBeUndefined();
    }
  });

  test('a __proto__ in the toolset file changes no prototype and stays in the file', () => {
    const text =
      '{"__proto__":{"toolsets":{"x":1}},"toolsets":{"__proto__":{"name":"evil"},"good":' +
      `${JSON.stringify(toolset('good'))}},"lastEquipped":{"__proto__":"good"}}`;
    const file = fileOf(text);
    expect([...file.toolsets.keys()]).toEqual(['good']);
    expect(file.lastEquipped.get('__proto__')).toBe('good');
    expect(JSON.parse(changeToolsetFile(file, { remove: 'good' }))).toEqual(
      JSON.parse(
        '{"__proto__":{"toolsets":{"x":1}},"toolsets":{"__proto__":{"name":"evil"}},"lastEquipped":{"__proto__":"good"}}',
      ),
    );
    expect(({} as { toolsets?: unknown }).toolsets).toBeUndefined();
  });

  test('a deeply nested toolset file is read or refused, never a crash', () => {
    const deep = `{"toolsets":{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const parsed = parseToolsetFile(deep);
    expect(parsed.ok ? parsed.file.unreadable.has('deep') : parsed.reason).toBeTruthy();
  });

  test('any JSON is read or refused as a toolset file', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        parseToolsetFile(text);
      }),
    );
  });
});

describe('changing the toolset file', () => {
  test('a change keeps every member that it does not name', () => {
    const before = {
      comment: 'do not lose me',
      toolsets: { kept: { ...toolset('kept'), colour: 'red' }, broken: { x: 1 } },
      lastEquipped: { '/a': 'kept', '/odd': 7 },
      later: { version: 9 },
    };
    const text = changeToolsetFile(fileOf(JSON.stringify(before)), { put: toolset('new') });
    expect(JSON.parse(text)).toEqual({ ...before, toolsets: { ...before.toolsets, new: toolset('new') } });
  });

  test('a change remembers or forgets the equipped set by project', () => {
    const first = changeToolsetFile(fileOf(undefined), { equipped: { projectRoot: '__proto__', name: 'one' } });
    expect([...fileOf(first).lastEquipped]).toEqual([['__proto__', 'one']]);
    const second = changeToolsetFile(fileOf(first), { equipped: { projectRoot: '__proto__', name: undefined } });
    expect(fileOf(second).lastEquipped.size).toBe(0);
  });

  test('the toolset file does not grow with every folder ever used', () => {
    const lastEquipped = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`/p${index}`, 'one']));
    const text = changeToolsetFile(fileOf(JSON.stringify({ lastEquipped })), {
      equipped: { projectRoot: '/new', name: 'one' },
    });
    const roots = [...fileOf(text).lastEquipped.keys()];
    expect(roots).toHaveLength(1_000);
    expect(roots.at(-1)).toBe('/new');
    expect(roots).not.toContain('/p0');
  });

  test('a stored toolset is read back', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (server, tool) => {
        const put: Toolset = {
          ...toolset('odd'),
          tools: [{ namespacedName: `${server}.${tool}`, refId: 'a', server }],
        };
        expect(fileOf(changeToolsetFile(fileOf(undefined), { put })).toolsets.get('odd')).toEqual(put);
      }),
    );
  });
});
