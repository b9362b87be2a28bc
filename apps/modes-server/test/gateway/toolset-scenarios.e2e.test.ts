import { beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../support/wire-client.ts';
import { createPlace, failure, type Gateway } from './support/gateway.ts';
import { configuringTools, idsOf, managementTools, openPair, refs } from './support/pair.ts';
import type { Upstream } from './support/upstreams.ts';

const setA = ['alpha.echo', 'beta.status', 'alpha.dot.name', 'alpha.structured'];
const shownA = ['alpha__dot_name', 'alpha__echo', 'alpha__structured', 'beta__status'];

const sorted = (names: readonly string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));

// One process for what builds on each other, as one client would use it.
describe('a client that starts with an empty store', () => {
  let [gateway, alpha, beta]: [Gateway, Upstream, Upstream] = [] as never;
  const place = createPlace();
  let firstIds: Message;

  beforeAll(async () => {
    ({ gateway, alpha, beta } = await openPair({ place, endWithTest: false }));
  });

  const build = (name: string, tools: unknown, more: object = {}) =>
    gateway.ask('build-toolset', { name, tools, ...more });
  const saved = async () => (await gateway.facts('list-saved-toolsets')).toolsets.map(({ name }: Message) => name);
  const active = () => gateway.facts('get-active-toolset');
  const available = () => gateway.facts('list-available-tools');
  const listsConfiguration = async () => expect(sorted(await gateway.names())).toEqual(configuringTools);
  const listsSet = async (...shown: readonly string[]) =>
    expect(sorted(await gateway.names())).toEqual(sorted([...shown, 'enter-configuration-mode']));

  test('1. the tools capability announces that the list may change', () => {
    const [{ result }] = gateway.messages as [Message];
    expect(result.capabilities.tools).toEqual({ listChanged: true });
  });

  test('2. with an empty store the list has the management tools and exit-configuration-mode', async () => {
    await listsConfiguration();
  });

  test('3. every tool has a title and the four hints', async () => {
    const hints = Object.fromEntries(
      (await gateway.list()).map(({ name, annotations: hint }) => [
        name,
        [hint.title, hint.readOnlyHint, hint.destructiveHint, hint.idempotentHint, hint.openWorldHint],
      ]),
    );
    expect(hints).toEqual({
      'exit-configuration-mode': ['Exit Configuration Mode', false, false, true, false],
      'list-available-tools': ['List Available Tools', true, false, true, false],
      'build-toolset': ['Build Toolset', false, false, false, false],
      'equip-toolset': ['Equip Toolset', false, false, true, false],
      'delete-toolset': ['Delete Toolset', false, true, true, false],
      'unequip-toolset': ['Unequip Toolset', false, false, true, false],
      'list-saved-toolsets': ['List Saved Toolsets', true, false, true, false],
      'get-active-toolset': ['Get Active Toolset', true, false, true, false],
      'add-tool-annotation': ['Add Tool Annotation', false, false, true, false],
    });
  });

  test('5. list-available-tools lists all eighteen tools, sorted, with their names and reference ids', async () => {
    const { result } = await gateway.ask('list-available-tools');
    const { summary, toolsByServer } = result.structuredContent;
    expect(summary).toMatchObject({ totalTools: 18, totalServers: 2 });
    expect(toolsByServer.map(({ serverName }: Message) => serverName)).toEqual(['alpha', 'beta']);
    for (const { serverName, toolCount, tools } of toolsByServer) {
      expect([toolCount, tools.length]).toEqual([9, 9]);
      expect(tools.map(({ name }: Message) => name)).toEqual(
        tools.map(({ name }: Message) => name).sort((a: string, b: string) => a.localeCompare(b, 'en')),
      );
      for (const tool of tools) {
        expect(tool).toMatchObject({ serverName, namespacedName: `${serverName}.${tool.name}` });
        expect(tool.refId).toMatch(/^[0-9a-f]{64}$/);
      }
    }
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    firstIds = idsOf(result.structuredContent);
  });

  test('7. the tokens of the servers add up, and their shares are between 0 and 1', async () => {
    const { meta, toolsByServer } = await available();
    const contexts = [...toolsByServer, ...toolsByServer.flatMap(({ tools }: Message) => tools)].map(
      ({ context }) => context,
    );
    const ofServers = toolsByServer.reduce((sum: number, { context }: Message) => sum + context.tokens, 0);
    expect(meta.totalPossibleContext.tokens).toBe(ofServers);
    for (const { tokens, percentTotal } of contexts) {
      expect(tokens).toBeGreaterThan(0);
      expect(percentTotal).toBeGreaterThanOrEqual(0);
      expect(percentTotal).toBeLessThanOrEqual(1);
    }
  });

  test('8. no toolset is equipped at the start', async () => {
    expect(await active()).toMatchObject({
      equipped: false,
      exposedTools: {},
      unavailableServers: [],
      warnings: [],
    });
  });

  test('9. no toolset is saved at the start', async () => {
    expect(await gateway.facts('list-saved-toolsets')).toMatchObject({ success: true, toolsets: [] });
  });

  test('10. a tool of a server is refused in configuration mode, with the reason', async () => {
    expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toMatch(/configuration mode/i);
    expect(alpha.calls()).toEqual([]);
  });

  test('11. an unknown tool name is a protocol error', async () => {
    const { error } = await gateway.ask('nope');
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/unknown tool|no tool/i) });
    expect(error.message).not.toMatch(/configuration mode/i);
  });

  test('12. invalid toolset names get distinct errors, and nothing is stored', async () => {
    const [answers, announcements] = await gateway.announced(() =>
      Promise.all(['Bad_Name', 'a', 'x'.repeat(51), ''].map((name) => build(name, refs('alpha.echo')))),
    );
    const reasons = answers.map(failure);
    expect(reasons).not.toContain(undefined);
    expect(new Set(reasons).size).toBe(4);
    expect([await saved(), announcements]).toEqual([[], 0]);
  });

  test('13. build-toolset names the tools that do not exist in its refusal', async () => {
    expect(failure(await build('set-a', []))).toMatch(/tool/);
    expect(failure(await build('set-a', refs('alpha.echo', 'alpha.zzz')))).toContain('alpha.zzz');
    expect(failure(await build('set-a', refs('alpha_echo')))).toContain('alpha_echo');
    expect(failure(await build('set-a', [{ refId: 'f'.repeat(64) }]))).toContain('ffff');
    expect(failure(await build('set-a', [{}]))).toBeDefined();
    expect(await saved()).toEqual([]);
  });

  test('14. build-toolset rejects a reference id with the name of another tool', async () => {
    const refId = firstIds['alpha.echo'];
    expect(failure(await build('set-a', [{ namespacedName: 'alpha.status', refId }]))).toBeDefined();
    expect(await saved()).toEqual([]);
  });

  test('15. build-toolset accepts a reference id alone, and the answer shows the tool name', async () => {
    const { meta, toolset } = await gateway.facts('build-toolset', {
      name: 'by-id',
      tools: [{ refId: firstIds['beta.echo'] }],
    });
    expect(meta).toMatchObject({ success: true });
    expect(toolset.tools).toMatchObject([{ namespacedName: 'beta.echo', server: 'beta' }]);
  });

  test('16. build-toolset adds a tool that is named twice only once', async () => {
    const { toolset } = await gateway.facts('build-toolset', {
      name: 'twice',
      tools: [...refs('alpha.echo', 'alpha.echo'), { refId: firstIds['alpha.echo'] }],
    });
    expect(toolset).toMatchObject({ toolCount: 1, tools: [{ namespacedName: 'alpha.echo' }] });
  });

  test('17. build-toolset rejects what the input schema forbids', async () => {
    const many = Array.from({ length: 101 }, () => ({ namespacedName: 'alpha.echo' }));
    expect(failure(await build('too-many', many))).toMatch(/100/);
    expect(failure(await build('too-long', refs('alpha.echo'), { description: 'd'.repeat(201) }))).toMatch(/200/);
    expect(failure(await build('too-much', refs('alpha.echo'), { surprise: 1 }))).toMatch(/surprise/);
    expect(failure(await build('no-list', 'alpha.echo'))).toBeDefined();
    expect(failure(await gateway.ask('build-toolset', { name: 7, tools: refs('alpha.echo') }))).toBeDefined();
    expect(sorted(await saved())).toEqual(['by-id', 'twice']);
  });

  test('18. build-toolset builds a set from both servers without equipping it', async () => {
    const [facts, announcements] = await gateway.announced(() =>
      gateway.facts('build-toolset', { name: 'set-a', tools: refs(...setA), description: 'The first' }),
    );
    expect(facts.meta).toMatchObject({ success: true, toolsetName: 'set-a' });
    expect(facts.meta.autoEquipped ?? false).toBe(false);
    expect(facts.toolset).toMatchObject({ name: 'set-a', active: false, toolCount: 4, totalServers: 2 });
    expect(facts.toolset.servers).toMatchObject([
      { name: 'alpha', toolCount: 3 },
      { name: 'beta', toolCount: 1 },
    ]);
    expect(announcements).toBe(0);
    await listsConfiguration();
  });

  test('19. build-toolset rejects a used name, and the set stays as it was', async () => {
    const before = await gateway.facts('list-saved-toolsets');
    expect(failure(await build('set-a', refs('beta.echo')))).toMatch(/already exists/);
    expect(await gateway.facts('list-saved-toolsets')).toEqual(before);
  });

  test('20. toolset names that every JavaScript object has as members are ordinary names', async () => {
    expect(failure(await build('constructor', refs('alpha.echo')))).toBeUndefined();
    expect(failure(await gateway.ask('equip-toolset', { name: '__proto__' }))).toMatch(/__proto__|not found|unknown/i);
    expect(failure(await gateway.ask('equip-toolset', { name: 'tostring' }))).toMatch(/tostring/);
    expect(failure(await gateway.ask('delete-toolset', { name: 'constructor', confirm: true }))).toBeUndefined();
  });

  test('21. five concurrent builds create five toolsets', async () => {
    const names = ['p-1', 'p-2', 'p-3', 'p-4', 'p-5'];
    await Promise.all(names.map((name) => build(name, refs('alpha.echo'))));
    expect(await saved()).toEqual(expect.arrayContaining(names));
    await Promise.all(names.map((name) => gateway.ask('delete-toolset', { name, confirm: true })));
    expect(sorted(await saved())).toEqual(['by-id', 'set-a', 'twice']);
  });

  test('22. equip-toolset rejects an unknown set, and requires a name', async () => {
    const [answer, announcements] = await gateway.announced(() => gateway.ask('equip-toolset', { name: 'nope' }));
    expect([failure(answer), announcements]).toEqual([expect.stringContaining('nope'), 0]);
    expect((await gateway.ask('equip-toolset', {})).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('name') }],
    });
    await listsConfiguration();
  });

  test('35. an annotation with no toolset equipped is refused with the names of the sets to equip', async () => {
    const facts = await gateway.facts('add-tool-annotation', {
      toolRef: { namespacedName: 'beta.echo' },
      notes: [{ name: 'tip', note: 'Be brief.' }],
    });
    expect(facts).toMatchObject({ successCount: 0, errorCount: 1 });
    expect(JSON.stringify(facts)).toContain('set-a');
  });

  test('34. a build that fails equips no toolset', async () => {
    const [answer, announcements] = await gateway.announced(() =>
      build('set-z', refs('alpha.zzz'), { autoEquip: true }),
    );
    expect([failure(answer), announcements]).toEqual([expect.stringContaining('alpha.zzz'), 0]);
    await listsConfiguration();
  });

  test('23, 24. equipping leads from configuration mode to the tools of the set, with one notification', async () => {
    const [facts, announcements] = await gateway.announced(() => gateway.facts('equip-toolset', { name: 'set-a' }));
    expect(facts).toMatchObject({ success: true, toolset: { name: 'set-a', active: true } });
    expect(announcements).toBe(1);
    await listsSet(...shownA);
  });

  test('24 (continued). equipping the same set again sends no notification', async () => {
    // The management tools are hidden now; from configuration mode it is one change, back to the set.
    await gateway.ask('enter-configuration-mode');
    const [, announcements] = await gateway.announced(() => gateway.ask('equip-toolset', { name: 'set-a' }));
    expect(announcements).toBe(1);
    await listsSet(...shownA);
  });

  test('25. calls reach the servers, and their answers come back unchanged', async () => {
    expect((await gateway.ask('alpha__echo', { text: 'x' })).result.content).toEqual([
      { type: 'text', text: 'alpha:x' },
    ]);
    expect((await gateway.ask('alpha__dot_name')).result.content[0].text).toBe('alpha:dotted');
    expect((await gateway.ask('alpha__structured')).result).toEqual({
      content: [
        { type: 'text', text: '{"server":"alpha","n":1}', 'x-block': { kept: true } },
        { type: 'x-unknown', data: [1, 2, 3] },
      ],
      structuredContent: { server: 'alpha', n: 1, extra: { kept: [true, null] } },
      'x-result': 'kept',
      _meta: { 'example.org/result': 'alpha' },
    });
  });

  test('25 (continued). tool definitions are listed with every member from the server', async () => {
    const echo = (await gateway.list()).find(({ name }) => name === 'alpha__echo');
    expect(echo).toMatchObject({
      title: 'Echo',
      description: "Says what it is told, after 'alpha:'.",
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { text: { type: 'string', 'x-origin': 'alpha' } },
        required: ['text'],
      },
      annotations: { readOnlyHint: true, 'x-annotation': [1, null] },
      icons: [{ src: 'data:image/png;base64,AA==', mimeType: 'image/png', 'x-icon': true }],
      'x-extension': { kept: true },
      _meta: { 'example.org/origin': 'alpha' },
    });
  });

  test('26. a tool outside the set cannot be called by any spelling of its name', async () => {
    const before = [alpha.calls(), beta.calls()];
    for (const name of ['alpha__status', 'alpha.status', 'alpha_status', 'alpha.echo', 'alpha_echo', 'echo', 'status'])
      expect([name, failure(await gateway.ask(name, { text: 'x' }))]).toEqual([name, expect.any(String)]);
    expect([alpha.calls(), beta.calls()]).toEqual(before);
  });

  test('27. arguments reach the server unchanged, and its refusal comes back unchanged', async () => {
    expect((await gateway.ask('alpha__echo', {})).error).toEqual({
      code: -32602,
      message: "echo wants 'text', a string",
      data: { got: null },
    });
    expect((await gateway.ask('alpha__echo', { text: 5 })).error).toMatchObject({ data: { got: 5 } });
  });

  test('29. entering configuration mode hides the set but keeps it equipped', async () => {
    const [facts, announcements] = await gateway.announced(() => gateway.facts('enter-configuration-mode'));
    expect([facts.success, announcements]).toEqual([true, 1]);
    expect(sorted(facts.availableTools)).toEqual(managementTools);
    await listsConfiguration();
    expect(await active()).toMatchObject({ equipped: true, toolset: { name: 'set-a' } });
    expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toMatch(/configuration mode/i);
  });

  test('30. entering configuration mode again changes nothing', async () => {
    const [, announcements] = await gateway.announced(() => gateway.ask('enter-configuration-mode'));
    expect(announcements).toBe(0);
    await listsConfiguration();
  });

  test('31. leaving configuration mode shows the set again, and leaving again changes nothing', async () => {
    const [facts, announcements] = await gateway.announced(() => gateway.facts('exit-configuration-mode'));
    expect([facts.currentMode, announcements]).toEqual(['normal', 1]);
    await listsSet(...shownA);
    const [, again] = await gateway.announced(() => gateway.ask('exit-configuration-mode'));
    expect(again).toBe(0);
    await listsSet(...shownA);
  });

  test('32. a hidden management tool is refused, and changes nothing', async () => {
    const [answer, announcements] = await gateway.announced(() =>
      build('set-h', refs('beta.echo'), { autoEquip: true }),
    );
    expect([failure(answer), announcements]).toEqual([expect.stringMatching(/enter-configuration-mode/), 0]);
    await listsSet(...shownA);
  });

  test('28. errors of a server come back unchanged', async () => {
    await gateway.ask('enter-configuration-mode');
    await build('failures', refs('alpha.soft-error', 'alpha.hard_error'), { autoEquip: true });
    expect((await gateway.ask('alpha__soft-error')).result).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'alpha failed softly' }],
      'x-result': 1,
    });
    expect((await gateway.ask('alpha__hard_error')).error).toEqual({
      code: -32050,
      message: 'alpha failed hard',
      data: { name: 'alpha', nested: [1, { two: 2 }] },
    });
  });

  test('33. a build that equips leads to the new set, with one notification', async () => {
    await gateway.ask('enter-configuration-mode');
    const [facts, announcements] = await gateway.announced(() =>
      gateway.facts('build-toolset', { name: 'set-b', tools: refs('beta.echo'), autoEquip: true }),
    );
    expect([facts.meta, announcements]).toMatchObject([{ success: true, autoEquipped: true }, 1]);
    await listsSet('beta__echo');
  });

  const annotate = (tool: string, ...notes: readonly object[]) =>
    gateway.ask('add-tool-annotation', { toolRef: { namespacedName: tool }, notes });
  const description = async () => (await gateway.list()).find(({ name }) => name === 'beta__echo').description;

  test('36. a note is in the tool description once, however often the list is read', async () => {
    await gateway.ask('enter-configuration-mode');
    const { result } = await annotate('beta.echo', { name: 'tip', note: 'Whisper, please.' });
    expect(result.structuredContent).toMatchObject({ toolset: 'set-b', successCount: 1, errorCount: 0 });
    const [, announcements] = await gateway.announced(() => gateway.ask('exit-configuration-mode'));
    expect(announcements).toBe(1);
    const [first, second, third] = [await description(), await description(), await description()];
    expect(first.split('Whisper, please.')).toHaveLength(2);
    expect([second, third]).toEqual([first, first]);
    expect(first).toMatch(/^Says what it is told/);
  });

  test('37. an existing note is not added again, and other notes are added', async () => {
    await gateway.ask('enter-configuration-mode');
    const { result } = await annotate(
      'beta.echo',
      { name: 'tip', note: 'Something else.' },
      { name: 'tip2', note: 'No shouting.' },
    );
    expect(result.structuredContent).toMatchObject({ successCount: 1, errorCount: 1 });
    expect(JSON.stringify(result.structuredContent.errors)).toMatch(/already exists/);
    await gateway.ask('exit-configuration-mode');
    const text = await description();
    expect([text.split('Whisper, please.'), text.split('No shouting.')]).toMatchObject({
      0: { length: 2 },
      1: { length: 2 },
    });
    expect(text).not.toContain('Something else.');
  });

  test('38. invalid notes are refused, and nothing is stored', async () => {
    const before = await description();
    await gateway.ask('enter-configuration-mode');
    const note = { name: 'odd', note: 'An odd note.' };
    const refused = [
      await annotate('alpha.echo', note),
      await annotate('alpha.zzz', note),
      await annotate('beta.echo', { name: 'Bad Name', note: 'An odd note.' }),
      await annotate('beta.echo', { name: 'odd', note: 'n'.repeat(501) }),
      await annotate(
        'beta.echo',
        ...Array.from({ length: 21 }, (_, index) => ({ name: `odd-${index}`, note: 'An odd note.' })),
      ),
      await annotate('beta.echo'),
    ];
    for (const { result } of refused)
      expect(result.isError === true || result.structuredContent.errorCount > 0).toBe(true);
    await gateway.ask('exit-configuration-mode');
    expect(await description()).toBe(before);
  });

  test('39. a note belongs to its toolset, and another set with the same tool does not show it', async () => {
    await gateway.ask('enter-configuration-mode');
    await gateway.ask('equip-toolset', { name: 'by-id' });
    expect(await description()).toBe("Says what it is told, after 'beta:'.");
    await gateway.ask('enter-configuration-mode');
  });

  test('40. a toolset is deleted only by its name and with a confirmation', async () => {
    const [answers, announcements] = await gateway.announced(async () => [
      await gateway.ask('delete-toolset', { name: 'twice' }),
      await gateway.ask('delete-toolset', { name: 'twice', confirm: false }),
      await gateway.ask('delete-toolset', { name: 'nope', confirm: true }),
    ]);
    const [unconfirmed, denied, unknown] = answers.map(failure);
    expect([unconfirmed, denied]).toEqual([expect.stringMatching(/confirm/), expect.stringMatching(/confirm/)]);
    expect(unknown).toContain('set-a');
    expect([announcements, await saved()]).toEqual([0, expect.arrayContaining(['twice'])]);
  });

  test('41. deleting an equipped toolset sends one notification, and deleting another one sends none', async () => {
    const remove = (name: string) => gateway.announced(() => gateway.ask('delete-toolset', { name, confirm: true }));
    const [inactive, none] = await remove('twice');
    expect([failure(inactive), none]).toEqual([undefined, 0]);
    expect(await active()).toMatchObject({ equipped: true, toolset: { name: 'by-id' } });
    const [equipped] = await remove('by-id');
    expect(failure(equipped)).toBeUndefined();
    expect(await active()).toMatchObject({ equipped: false });
    const [, announcements] = await gateway.announced(() => gateway.ask('exit-configuration-mode'));
    expect(announcements).toBe(1);
    await listsSet();
  });

  test('43. no tool of a server can be called when no toolset is equipped', async () => {
    const before = alpha.calls();
    for (const name of ['alpha__echo', 'alpha.echo', 'echo'])
      expect([name, failure(await gateway.ask(name, { text: 'x' }))]).toEqual([name, expect.any(String)]);
    expect(alpha.calls()).toEqual(before);
  });

  test('42. unequipping hides the toolset and reports the actual state; unequipping again changes nothing', async () => {
    await gateway.ask('enter-configuration-mode');
    await gateway.ask('equip-toolset', { name: 'set-a' });
    await gateway.ask('enter-configuration-mode');
    const { result } = await gateway.ask('unequip-toolset');
    expect(result.content[0].text).not.toMatch(/all (the )?tools|now available/i);
    const [again, announcements] = await gateway.announced(() => gateway.ask('unequip-toolset'));
    expect([failure(again), announcements]).toEqual([undefined, 0]);
    await gateway.ask('exit-configuration-mode');
    await listsSet();
    await gateway.ask('enter-configuration-mode');
    await gateway.ask('equip-toolset', { name: 'set-b' });
  });

  test('62. a hundred consecutive lists are identical', async () => {
    const first = await gateway.list();
    for (let count = 0; count < 99; count++) expect(await gateway.list()).toEqual(first);
    await gateway.ask('enter-configuration-mode');
    expect(idsOf(await available())).toEqual(firstIds);
    await gateway.ask('exit-configuration-mode');
  });

  test('4. structured content always matches the schemas with which the tools were listed', () => {
    expect(gateway.schemaProblems).toEqual([]);
    expect(gateway.strays).toEqual([]);
  });

  test('6, 39, 44. after a restart the toolset is equipped with its notes, and reference ids are the same', async () => {
    await gateway.end();
    const { gateway: next } = await openPair({ place });
    const shown = await next.eventually(next.list, (tools) => tools.length === 2);
    expect(sorted(shown.map(({ name }) => name))).toEqual(['beta__echo', 'enter-configuration-mode']);
    expect(shown.find(({ name }) => name === 'beta__echo').description).toContain('Whisper, please.');
    await next.ask('enter-configuration-mode');
    const ids = idsOf(await next.facts('list-available-tools'));
    expect(ids).toEqual(firstIds);
    expect(ids['alpha.echo']).not.toBe(ids['beta.echo']);
    await next.ask('unequip-toolset');
    await next.end();
    const { gateway: last } = await openPair({ place });
    expect(sorted(await last.names())).toEqual(configuringTools);
  });
});
