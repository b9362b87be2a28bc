import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exposedNames, type NamedThing, preferredNameLength } from '../../src/catalogue/exposed-name.ts';

const nameOf = (server: string, name: string): string | undefined => exposedNames([{ server, name }])[0];

describe('the exposed name of one tool', () => {
  test.each([
    ['github', 'create_issue', 'github__create_issue'],
    ['alpha', 'dot.name', 'alpha__dot_name'],
    ['My Server!', 'list', 'My_Server__list'],
    ['github', 'repos/get', 'github__repos_get'],
    ['github', '_private', 'github___private'],
    ['a', 'b__c', 'a__b__c'],
    ['a__b', 'c', 'a_b__c'],
    ['brave-search', 'Web-Search', 'brave-search__Web-Search'],
    ['1mcp', '2', '1mcp__2'],
  ])('the exposed name of %s and %s is %s', (server, name, expected) => expect(nameOf(server, name)).toBe(expected));

  test('an exposed name ends with a hash if it would be too long for clients that add a prefix', () => {
    const name = nameOf('github.com/upstash/context7-mcp', 'resolve-library-id-for-a-package-name');
    expect(name).toBe('context7-mcp__resolve-library-id-for_f4932a71');
    expect(name?.length).toBeLessThanOrEqual(preferredNameLength);
    expect(`mcp--modegate--${name}`.length).toBeLessThanOrEqual(64);
  });

  test('an exposed name keeps a short tool name whole, and the end of a long server name', () => {
    expect(nameOf('github.com/modelcontextprotocol/servers/filesystem', 'read_file')).toMatch(
      /^[a-z_]*servers_filesystem__read_file_[0-9a-f]{8}$/,
    );
  });

  test.each([
    ['日本語', '検索', /^server__[0-9a-f]{8}$/],
    ['', '.', /^server__[0-9a-f]{8}$/],
    ['😀', 'list', /^server__list$/],
    ['s', `${'x'.repeat(5_000_000)}`, /^s__x{33}_[0-9a-f]{8}$/],
  ])('an exposed name is readable if any part is readable (%#)', (server, name, expected) =>
    expect(nameOf(server, name)).toMatch(expected),
  );
});

describe('similar exposed names', () => {
  test('similar names all end with a hash, which does not depend on other tools', () => {
    const [first, second] = exposedNames([
      { server: 'a', name: 'x.y' },
      { server: 'a', name: 'x_y' },
    ]);
    expect(first).toMatch(/^a__x_y_[0-9a-f]{8}$/);
    expect(second).toMatch(/^a__x_y_[0-9a-f]{8}$/);
    const three = exposedNames([
      { server: 'a', name: 'x y' },
      { server: 'a', name: 'x_y' },
      { server: 'a', name: 'x.y' },
    ]);
    expect(three.slice(1)).toEqual([second, first]);
  });

  test('agents D6: names that differ only in - and _ also get a hash, because some clients confuse them', () => {
    const fold = (name: string) => name.replaceAll('-', '_');
    const things = [
      { server: 'a-b', name: 'x' },
      { server: 'a_b', name: 'x' },
      { server: 'a', name: 'get-it' },
      { server: 'a', name: 'get_it' },
      { server: 'a', name: 'alone-here' },
    ];
    const names = exposedNames(things, { reservedNames: new Set(['a__alone_here']) });
    expect(new Set(names.map(fold)).size).toBe(things.length);
    for (const name of names) expect(name).toMatch(/_[0-9a-f]{8}$/);
    expect(exposedNames(things.slice(0, 1))).toEqual(['a-b__x']);
  });

  test('similar names of different servers are distinguished', () => {
    const names = exposedNames([
      { server: 'a', name: 'b_c' },
      { server: 'a_b', name: 'c' },
      { server: 'My Server', name: 'list' },
      { server: 'My_Server', name: 'list' },
    ]);
    expect(names.slice(0, 2)).toEqual(['a__b_c', 'a_b__c']);
    expect(new Set(names).size).toBe(4);
  });

  test('an exposed name is never a reserved name', () => {
    const [name] = exposedNames([{ server: 'a', name: 'b' }], { reservedNames: new Set(['a__b']) });
    expect(name).toMatch(/^a__b_[0-9a-f]{8}$/);
  });

  test('a name that imitates the hash of another has no effect', () => {
    const [hashed] = exposedNames([{ server: 'a', name: 'b' }], { reservedNames: new Set(['a__b']) });
    const imitation = { server: 'a', name: hashed?.slice('a__'.length) ?? '' };
    const names = exposedNames([{ server: 'a', name: 'b' }, imitation], { reservedNames: new Set(['a__b']) });
    expect(new Set(names).size).toBe(2);
    expect(names).not.toContain(hashed);
  });
});

describe('arbitrary sets of tools', () => {
  // Few letters, so that the parts collide all the time.
  const part = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '_', '.', '-', ' ', 'é', '/'), maxLength: 5 }),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', '_', '.'), minLength: 30, maxLength: 120 }) },
  );
  const things = fc.uniqueArray(fc.record({ server: part, name: part }), {
    maxLength: 40,
    selector: ({ server, name }) => JSON.stringify([server, name]),
  });
  const reserved = fc.array(part, { maxLength: 3 }).map((names) => new Set(names));
  const tableOf = (list: readonly NamedThing[], names: readonly string[]) =>
    new Map(list.map((thing, index) => [JSON.stringify([thing.server, thing.name]), names[index]]));

  test('exposed names match the pattern of model providers, and none are equal or reserved', () =>
    fc.assert(
      fc.property(things, reserved, (list, reservedNames) => {
        const names = exposedNames(list, { reservedNames });
        for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(new Set(names).size).toBe(list.length);
        expect(names.filter((name) => reservedNames.has(name))).toEqual([]);
      }),
      { numRuns: 500 },
    ));

  test('exposed names do not depend on the order of the tools', () =>
    fc.assert(
      fc.property(things, fc.infiniteStream(fc.nat()), (list, random) => {
        const shuffled = list.toSorted(() => ((random.next().value ?? 0) % 3) - 1);
        expect(tableOf(shuffled, exposedNames(shuffled))).toEqual(tableOf(list, exposedNames(list)));
      }),
    ));

  test('an exposed name stays if new tools do not compete for it', () =>
    fc.assert(
      fc.property(things, fc.nat(40), (list, count) => {
        const few = list.slice(0, count);
        const before = exposedNames(few);
        // Names that differ in `-` and `_` only are alike.
        const alone = list.map((thing) => exposedNames([thing])[0]?.replaceAll('-', '_'));
        const after = exposedNames(list);
        before.forEach((name, index) => {
          const isWanted = alone.some((other, place) => place >= count && other === alone[index]);
          if (!isWanted) expect(after[index]).toBe(name);
        });
      }),
      { numRuns: 500 },
    ));

  test('an exposed name that two tools want goes to neither', () =>
    fc.assert(
      fc.property(things, (list) => {
        const alone = list.map((thing) => exposedNames([thing])[0]);
        const shared = alone.filter((name, index) => alone.indexOf(name) !== index);
        const names = exposedNames(list);
        expect(shared.filter((name) => name !== undefined && names.includes(name))).toEqual([]);
      }),
    ));

  test('the first two underscores end the server name if the parts are clean', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]([_-]?[a-z]){0,8}$/),
        fc.stringMatching(/^[a-z_-]{1,20}$/),
        (server, name) => {
          expect(nameOf(server, name)).toBe(`${server}__${name}`);
        },
      ),
    ));
});
