import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolsetStore } from '../../src/toolsets/toolset-store.ts';
import { createMemoryToolsetStore } from '../support/memory-toolset-store.ts';
import { catalogueOf, createWorld, definitionOf, fixtureCatalogue, type World } from '../support/toolset-world.ts';

const named = (...names: string[]) => names.map((namespacedName) => ({ namespacedName }));

async function build(world: World, name: string, ...tools: string[]): Promise<void> {
  const built = await world.toolsets.build({ name, tools: named(...tools) }, { visible: world.catalogue.tools });
  expect(built.ok).toBe(true);
}

describe('two processes with one file', () => {
  async function twoWorlds(): Promise<[World, World]> {
    const store = createMemoryToolsetStore();
    const [here, there] = [createWorld({ store, unequipped: 'all' }), createWorld({ store, unequipped: 'all' })];
    await build(here, 'set-a', 'alpha.echo', 'beta.echo');
    await here.toolsets.equip('set-a');
    await there.toolsets.equip('set-a');
    here.events.length = 0;
    return [here, there];
  }

  test('a note added by the other process is adopted with the next operation', async () => {
    const [here, there] = await twoWorlds();
    const request = { toolRef: { namespacedName: 'alpha.echo' }, notes: [{ name: 'tip', note: 'Slowly.' }] };
    await there.toolsets.annotate(request, { visible: there.catalogue.tools });
    await here.toolsets.list();
    expect(here.events.map(({ type }) => type)).toEqual(['updated']);
    const echo = here.catalogue.findTool('alpha', 'echo');
    expect(echo && here.toolsets.annotated(echo).description).toContain('Slowly.');
  });

  test('notes that both processes add simultaneously are both kept', async () => {
    const [here, there] = await twoWorlds();
    const note = (name: string) => ({ toolRef: { namespacedName: 'alpha.echo' }, notes: [{ name, note: 'x' }] });
    await Promise.all([
      here.toolsets.annotate(note('from-here'), { visible: here.catalogue.tools }),
      there.toolsets.annotate(note('from-there'), { visible: there.catalogue.tools }),
    ]);
    await here.toolsets.list();
    expect(here.toolsets.active?.toolNotes?.[0]?.notes.map(({ name }) => name).toSorted()).toEqual([
      'from-here',
      'from-there',
    ]);
  });

  test('a set that the other process deletes is unequipped here, and the notice says so', async () => {
    const [here, there] = await twoWorlds();
    await there.toolsets.delete('set-a', { confirm: true });
    const { structured } = await here.call('get-active-toolset');
    expect(structured).toMatchObject({
      equipped: false,
      warnings: [expect.stringContaining("'set-a' was deleted elsewhere")],
    });
    expect(here.events.map(({ type }) => type)).toEqual(['unequipped']);
  });

  test('a set that the other process equips is not equipped here', async () => {
    const [here, there] = await twoWorlds();
    await build(there, 'set-b', 'beta.status');
    await there.toolsets.equip('set-b');
    await here.toolsets.list();
    expect(here.toolsets.active?.name).toBe('set-a');
  });

  test('a set that has become unreadable stays equipped as before', async () => {
    const texts = createMemoryToolsetStore();
    const broken = createMemoryToolsetStore('{"toolsets":{"set-a":{"name":"set-a"}}}');
    let store: ToolsetStore = texts;
    const world = createWorld({
      store: { read: () => store.read(), update: (plan) => store.update(plan) },
    });
    await build(world, 'set-a', 'alpha.echo');
    await world.toolsets.equip('set-a');
    store = broken;
    const { structured } = await world.call('get-active-toolset');
    expect(structured).toMatchObject({ equipped: true, toolSummary: { currentlyExposed: 1 } });
    expect(structured.warnings[0]).toMatch(/cannot be read.*stays equipped/);
    expect((await world.toolsets.equip('set-a')).ok).toBe(false);
  });
});

describe('questions about a tool', () => {
  test('a tool question looks up the set once for each catalogue and set', async () => {
    const world = createWorld();
    await build(world, 'set-a', 'alpha.echo');
    await world.toolsets.equip('set-a');
    const before = world.toolsets.members;
    await world.toolsets.list();
    await world.toolsets.equip('set-a');
    expect(world.toolsets.members).toBe(before);
    world.catalogue = fixtureCatalogue();
    expect(world.toolsets.members).not.toBe(before);
  });

  test('of two tools with one stored name, only the chosen one counts', async () => {
    const world = createWorld({ catalogue: catalogueOf({ a: ['b.c'], 'a.b': ['c'] }) });
    const chosen = world.catalogue.findTool('a', 'b.c');
    if (chosen === undefined) throw new Error('no a');
    await world.toolsets.build(
      { name: 'one', tools: [{ refId: chosen.refId }] },
      { visible: world.catalogue.tools, autoEquip: true },
    );
    expect(world.catalogue.tools.filter((tool) => world.toolsets.includes(tool))).toEqual([chosen]);
  });

  test.each(['flag', 'withhold'] as const)(
    'a tool of an older catalogue counts only while it is the same (%s)',
    async (changedTools) => {
      const world = createWorld({ changedTools });
      await build(world, 'set-a', 'alpha.echo');
      await world.toolsets.equip('set-a');
      const old = world.catalogue.findTool('alpha', 'echo');
      world.catalogue = fixtureCatalogue();
      expect(old && world.toolsets.includes(old)).toBe(true);
      world.catalogue = catalogueOf({ alpha: [definitionOf('echo', { title: 'Else' })] });
      expect(old && world.toolsets.includes(old)).toBe(false);
    },
  );

  test.each(['all', 'none'] as const)(
    'with nothing equipped, a tool is included as the setting %s says',
    (unequipped) => {
      const world = createWorld({ unequipped });
      for (const tool of world.catalogue.tools) {
        expect(world.toolsets.includes(tool)).toBe(unequipped === 'all');
        expect(world.toolsets.whyNotEquipped(tool) === undefined).toBe(unequipped === 'all');
      }
    },
  );

  test('a definition stays the same object while its notes do', async () => {
    const world = createWorld();
    await build(world, 'set-a', 'alpha.echo', 'beta.echo');
    await world.toolsets.equip('set-a');
    const [alpha, beta] = ['alpha', 'beta'].map((server) => world.catalogue.findTool(server, 'echo'));
    if (alpha === undefined || beta === undefined) throw new Error('no echo');
    const annotate = (namespacedName: string, name: string) =>
      world.toolsets.annotate(
        { toolRef: { namespacedName }, notes: [{ name, note: 'x' }] },
        { visible: world.catalogue.tools },
      );
    await annotate('alpha.echo', 'tip');
    const before = world.toolsets.annotated(alpha);
    await annotate('beta.echo', 'tip');
    expect(world.toolsets.annotated(alpha)).toBe(before);
    await annotate('alpha.echo', 'tip2');
    expect(world.toolsets.annotated(alpha)).not.toBe(before);
    for (let index = 0; index < 100; index += 1) world.toolsets.annotated(beta);
    expect(beta.definition.description).toBe('What echo does.');
  });
});

describe('a handwritten name', () => {
  const storeWith = (tools: object[]) =>
    createMemoryToolsetStore(
      JSON.stringify({ toolsets: { hand: { name: 'hand', tools, createdAt: 0, lastModified: 0 } } }),
    );

  test('a handwritten name follows any tool that has it', async () => {
    const world = createWorld({ store: storeWith([{ namespacedName: 'alpha.echo' }]), changedTools: 'withhold' });
    await world.toolsets.equip('hand');
    world.catalogue = catalogueOf({ alpha: [definitionOf('echo', { title: 'Else' })] });
    expect(world.toolsets.members).toMatchObject([{ isExposed: true, problem: undefined }]);
  });

  test('a handwritten name that means two tools selects none', async () => {
    const catalogue = catalogueOf({ a: ['b.c'], 'a.b': ['c'] });
    const world = createWorld({ store: storeWith([{ namespacedName: 'a.b.c' }]), catalogue });
    await world.toolsets.equip('hand');
    expect(world.toolsets.members).toMatchObject([{ isExposed: false, problem: 'ambiguous' }]);
    expect(catalogue.tools.some((tool) => world.toolsets.includes(tool))).toBe(false);
  });

  test('a handwritten name without a tool is reported as missing', async () => {
    const world = createWorld({ store: storeWith(named('alpha.nope', 'gamma.nope')) });
    await world.toolsets.equip('hand');
    expect(world.toolsets.members).toMatchObject([
      { server: 'alpha', problem: 'tool-missing' },
      { server: undefined, problem: 'server-missing' },
    ]);
  });
});

describe('arbitrary sequences of calls', () => {
  const SETS = ['one', 'two', 'constructor'];
  const TOOLS = ['alpha.echo', 'beta.echo', 'alpha.nope', 'gone.tool'];
  const name = fc.constantFrom(...SETS, 'Bad', '__proto__');
  const connection = fc.constantFrom('c1', 'c2');
  const step = fc.oneof(
    fc.record({
      tool: fc.constant('build-toolset'),
      input: fc.record({
        name,
        tools: fc.array(
          fc.constantFrom(...TOOLS).map((namespacedName) => ({ namespacedName })),
          { maxLength: 3 },
        ),
        autoEquip: fc.boolean(),
      }),
      connection,
    }),
    fc.record({ tool: fc.constant('equip-toolset'), input: fc.record({ name }), connection }),
    fc.record({ tool: fc.constant('delete-toolset'), input: fc.record({ name, confirm: fc.boolean() }), connection }),
    fc.record({
      tool: fc.constantFrom(
        'unequip-toolset',
        'enter-configuration-mode',
        'exit-configuration-mode',
        'get-active-toolset',
      ),
      input: fc.constant({}),
      connection,
    }),
    fc.record({
      tool: fc.constant('add-tool-annotation'),
      input: fc.record({
        toolRef: fc.constantFrom(...TOOLS).map((namespacedName) => ({ namespacedName })),
        notes: fc.array(fc.record({ name: fc.constantFrom('tip', 'top', 'tap'), note: fc.constant('x') }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
      connection,
    }),
    fc.record({ tool: fc.constant('catalogue'), input: fc.record({ full: fc.boolean() }), connection }),
  );

  test('the equipped set is saved, notes are unique, failures change nothing, and each change is announced once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.constantFrom('all', 'none'), async (steps, unequipped) => {
        const world = createWorld({ unequipped });
        const stateOf = () => [world.toolsets.active, world.mode.isConfiguring('c1'), world.mode.isConfiguring('c2')];
        const effectOf = () => JSON.stringify(world.toolsets.active);
        stateOf();
        for (const { tool, input, connection: id } of steps) {
          if (tool === 'catalogue') {
            world.catalogue = 'full' in input && input.full ? fixtureCatalogue() : catalogueOf({ alpha: ['echo'] });
            continue;
          }
          const before = stateOf();
          const effect = effectOf();
          world.announced.length = 0;
          const other = id === 'c1' ? 'c2' : 'c1';
          const otherMode = world.mode.isConfiguring(other);
          const mode = world.mode.isConfiguring(id);
          const answer = await world.call(tool, { ...input }, id);
          if (answer.isError) expect(stateOf()).toEqual(before);
          expect(world.mode.isConfiguring(other)).toBe(otherMode);
          const changed = effectOf() !== effect;
          const moved = world.mode.isConfiguring(id) !== mode;
          expect(world.announced).toEqual(changed ? ['all'] : moved ? [id] : []);
          await checkInvariants(world);
        }
      }),
      { numRuns: 150 },
    );
  });

  async function checkInvariants(world: World): Promise<void> {
    const listed = await world.toolsets.list();
    if (!listed.ok) throw new Error(listed.failure.code);
    const { active } = world.toolsets;
    if (active !== undefined) expect(listed.toolsets).toContainEqual(active);
    for (const { toolNotes = [] } of listed.toolsets) {
      for (const { notes } of toolNotes) expect(new Set(notes.map((note) => note.name)).size).toBe(notes.length);
    }
    const info = (await world.call('list-saved-toolsets')).structured.toolsets;
    expect(info.filter((each) => each.active).map((each) => each.name)).toEqual(
      active === undefined ? [] : [active.name],
    );
  }
});
