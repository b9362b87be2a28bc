import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNameProblem, parseToolset, quoteShort, toolsetNameSchema } from '../../src/toolsets/toolset.ts';

const stored = {
  name: 'mine',
  tools: [{ namespacedName: 'alpha.echo', refId: 'a1', server: 'alpha' }],
  createdAt: 1,
  lastModified: 2,
};

describe('the name of a toolset', () => {
  test.each(['ab', 'a-b', '--', '42', 'x'.repeat(50), 'constructor'])('the name of a toolset may be %s', (name) => {
    expect(findNameProblem(name)).toBeUndefined();
  });

  test.each([
    ['My Set', "'my-set' would do"],
    ['__proto__', "'proto' would do"],
    ['Größe', "'gr-e' would do"],
    ['!!', "but '!!' does not."],
    ['x', '2 to 50 characters'],
  ])('the name of a toolset may not be %s', (name, reason) => {
    expect(findNameProblem(name)).toContain(reason);
  });

  test('a line break at the end of a name is not overlooked', () => {
    expect(findNameProblem('mine\n')).toBeDefined();
  });

  test('the name check and the schema agree', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{0,52}$/)), (name) => {
        expect(findNameProblem(name) === undefined).toBe(toolsetNameSchema.safeParse(name).success);
      }),
    );
  });

  test('a problem quotes only the start of a long name, on one line', () => {
    const problem = findNameProblem(`A\n${'x'.repeat(100_000)}`) ?? '';
    expect(problem.length).toBeLessThan(300);
    expect(problem).not.toContain('\n');
  });
});

describe('a stored toolset', () => {
  test('a stored toolset keeps unknown members', () => {
    const value = {
      ...stored,
      colour: 'red',
      tools: [{ ...stored.tools[0], weight: 3 }],
      toolNotes: [
        { toolRef: { namespacedName: 'alpha.echo', since: 4 }, notes: [{ name: 'tip', note: 'x', by: 'me' }] },
      ],
    };
    expect(parseToolset('mine', value)).toEqual({ ok: true, toolset: value });
  });

  test('a stored toolset may be written by hand, with names only', () => {
    const value = { ...stored, tools: [{ namespacedName: 'alpha.echo' }] };
    expect(parseToolset('mine', value)).toEqual({ ok: true, toolset: value });
  });

  test.each([
    ['no object', 7, 'expected object'],
    ['nothing', null, 'expected object'],
    ['another name than its key', { ...stored, name: 'yours' }, "'yours'"],
    ['no tools', { ...stored, tools: [] }, 'tools'],
    ['a tool without a name', { ...stored, tools: [{ refId: 'a1' }] }, 'tools.0.namespacedName'],
    [
      'a name that is not of its server',
      { ...stored, tools: [{ namespacedName: 'alpha.echo', server: 'beta' }] },
      'tools.0',
    ],
    ['a policy that does not exist', { ...stored, onChange: 'ignore' }, 'onChange'],
    ['a time that is none', { ...stored, createdAt: 1e300 }, 'createdAt'],
    [
      'a note without text',
      { ...stored, toolNotes: [{ toolRef: { namespacedName: 'a.b' }, notes: [{ name: 'tip' }] }] },
      'toolNotes.0.notes.0.note',
    ],
  ])('a stored toolset is refused with %s', (_, value, reason) => {
    expect(parseToolset('mine', value)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('arbitrary input is either read or refused as a toolset', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseToolset('mine', value).ok).toBe(false);
      }),
    );
  });
});

test('a quoted text is short and has no control characters', () => {
  expect(quoteShort('a\u0000b\r\nc')).toBe("'a b c'");
  expect(quoteShort('x'.repeat(81))).toHaveLength(82);
});
