import { describeFailure, type ToolsetFailure, type ToolsetOutcome } from '@modegate/tool-gateway/toolsets';
import { describe, expect, test } from 'vitest';
import { createMemoryToolsetStore } from '../support/memory-toolset-store.ts';
import { createWorld, type World } from '../support/toolset-world.ts';

/** A world whose store has the set `set-a`, not equipped, and an entry that cannot be read. */
async function openWorld(): Promise<World> {
  const world = createWorld({ store: createMemoryToolsetStore('{"toolsets":{"broken":{"name":"broken","tools":7}}}') });
  await world.toolsets.build(
    { name: 'set-a', tools: [{ namespacedName: 'alpha.echo' }] },
    { visible: world.catalogue.tools },
  );
  return world;
}

const note = { name: 'tip', note: 'Slowly.' };

// structure #7: a refused operation is a code with its facts, and the sentence is made where it is shown.
describe('a refused operation on toolsets', () => {
  const refusals: readonly (readonly [
    ToolsetFailure['code'],
    (world: World) => Promise<ToolsetOutcome<object>>,
    RegExp,
  ])[] = [
    [
      'TOOLSET_UNKNOWN',
      ({ toolsets }) => toolsets.equip('set-b'),
      /^Toolset 'set-b' not found. Did you mean 'set-a'\? Saved/,
    ],
    [
      'TOOLSET_UNREADABLE',
      ({ toolsets }) => toolsets.equip('broken'),
      /^The saved toolset 'broken' cannot be read: tools/,
    ],
    ['NOT_CONFIRMED', ({ toolsets }) => toolsets.delete('set-a', { confirm: false }), /confirm: true/],
    [
      'NAME_TAKEN',
      ({ toolsets, catalogue }) =>
        toolsets.build({ name: 'set-a', tools: [{ namespacedName: 'alpha.echo' }] }, { visible: catalogue.tools }),
      /^A toolset named 'set-a' already exists/,
    ],
    [
      'REQUEST_INVALID',
      ({ toolsets }) => toolsets.build({ name: 'set-c', tools: [{ namespacedName: 'alpha.echo' }] }, { visible: [] }),
      /^Invalid tool references/,
    ],
    [
      'NOTHING_EQUIPPED',
      ({ toolsets }) =>
        toolsets.annotate({ toolRef: { namespacedName: 'alpha.echo' }, notes: [note] }, { visible: [] }),
      /^No toolset is equipped/,
    ],
    [
      'NOT_A_MEMBER',
      async ({ toolsets, catalogue }) => {
        await toolsets.equip('set-a');
        const request = { toolRef: { namespacedName: 'beta.echo' }, notes: [note] };
        return toolsets.annotate(request, { visible: catalogue.tools });
      },
      /^'beta.echo' is not in the equipped toolset 'set-a'/,
    ],
  ];

  test.each(refusals)('a refused operation has the code %s and a sentence', async (code, operate, sentence) => {
    const outcome = await operate(await openWorld());
    if (outcome.ok) throw new Error('It was not refused.');
    expect(outcome.failure.code).toBe(code);
    expect(describeFailure(outcome.failure)).toMatch(sentence);
  });

  test('a refused operation has the code STORE_FAILED if the file cannot be used', async () => {
    const world = createWorld({ store: createMemoryToolsetStore('no JSON') });
    for (const outcome of [await world.toolsets.list(), await world.toolsets.unequip(), await world.toolsets.restore()])
      expect(outcome).toMatchObject({ ok: false, failure: { code: 'STORE_FAILED' } });
  });
});
