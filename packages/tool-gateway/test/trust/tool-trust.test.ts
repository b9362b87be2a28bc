import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateFile } from '@modegate/text-files';
import { createCatalogue } from '@modegate/tool-gateway/catalogue';
import { createToolTrust, type KnownToolsSettings, type ToolTrustOptions } from '@modegate/tool-gateway/trust';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tool } from '../support/fake-connections.ts';

const catalogueOf = (...tools: ReturnType<typeof tool>[]) => createCatalogue([{ name: 'alpha', tools }]);
const anyone = { canAsk: true };

function openTrust(settings: KnownToolsSettings, options: Partial<ToolTrustOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tool-trust-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const location = { text: stateFile(join(folder, 'known-tools.json')), projectRoot: '/project' };
  const problems: string[] = [];
  let changes = 0;
  const trust = createToolTrust({
    location,
    settings,
    now: () => 1_000,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  trust.onChange(() => {
    changes += 1;
  });
  return { trust, location, problems, changes: () => changes };
}

function one(...tools: ReturnType<typeof tool>[]) {
  const [found] = catalogueOf(...tools).tools;
  if (found === undefined) throw new Error('no tool');
  return found;
}

describe('a new tool', () => {
  test('a new tool is served and remembered with allow, so that its change is noticed', async () => {
    const { trust } = openTrust({ newTools: 'allow', changedTools: 'withhold' });
    await trust.load();
    trust.observe(catalogueOf(tool('echo')));
    await trust.idle();
    expect(trust.whyWithheld(one(tool('echo')), anyone)).toBe(undefined);
    expect(trust.whyWithheld(one(tool('echo', { description: 'another' })), anyone)).toMatch(
      /description changed.*--approve alpha__echo/,
    );
  });

  test.each([
    ['flag', undefined],
    ['withhold', expect.stringMatching(/is not remembered.*5000.*--approve alpha__last/)],
  ] as const)(
    'a new tool of a server that keeps renaming tools is not remembered, and %s says what to do',
    async (changedTools, why) => {
      const { trust, location } = openTrust({ newTools: 'allow', changedTools });
      await trust.load();
      trust.observe(catalogueOf(...Array.from({ length: 5_000 }, (_, at) => tool(`tool_${at}`))));
      await trust.idle();
      trust.observe(catalogueOf(tool('last')));
      await trust.idle();
      expect(readFileSync(location.text.name, 'utf8')).not.toContain('"last"');
      expect(trust.whyWithheld(one(tool('last')), anyone)).toEqual(why);
      if (changedTools === 'flag') expect(trust.warning(one(tool('last')))).toMatch(/is not remembered/);
      // What is remembered is not pushed out, so its change is still noticed.
      expect(trust.verdict(one(tool('tool_7', { description: 'another' }))).kind).not.toBe('served');
      await trust.approve(one(tool('last')));
      expect(trust.verdict(one(tool('last'))).kind).toBe('served');
    },
  );

  test('a new tool is withheld with deny until it is approved', async () => {
    const { trust } = openTrust({ newTools: 'deny', changedTools: 'flag' });
    await trust.load();
    const echo = one(tool('echo'));
    trust.observe(catalogueOf(tool('echo')));
    expect(trust.whyWithheld(echo, anyone)).toMatch(/not approved/);
    await trust.approve(echo);
    expect(trust.whyWithheld(echo, anyone)).toBe(undefined);
  });

  test('a new tool causes a question with ask, including its description, or is withheld if no question is possible', async () => {
    const { trust } = openTrust({ newTools: 'ask', changedTools: 'withhold' });
    await trust.load();
    const echo = one(tool('echo', { description: `Says\n\u0007it\u202e again. ${'x'.repeat(1_000)}` }));
    expect(trust.question(echo)).toMatch(
      /alpha\.echo .*Its description says: "Says it again\. x+…" To see its whole definition .* Allow it\?$/,
    );
    expect(trust.question(echo)?.length).toBeLessThan(1_000);
    expect(trust.whyWithheld(echo, anyone)).toBe(undefined);
    expect(trust.whyWithheld(echo, { canAsk: false })).toMatch(/cannot ask.*--approve alpha__echo/);
    await trust.approve(echo);
    expect([trust.question(echo), trust.whyWithheld(echo, { canAsk: false })]).toEqual([undefined, undefined]);
  });
});

describe('a changed tool', () => {
  test('a changed tool is served with a warning with flag', async () => {
    const { trust } = openTrust({ newTools: 'allow', changedTools: 'flag' });
    await trust.load();
    await trust.approve(one(tool('echo')));
    const changed = one(tool('echo', { annotations: { readOnlyHint: true } }));
    expect([trust.whyWithheld(changed, anyone), trust.question(changed)]).toEqual([undefined, undefined]);
    expect(trust.warning(changed)).toMatch(/annotations was added/);
  });
});

describe('the file of tool trust', () => {
  test('a deleted file is written again at the next look, and a change by another process is noticed', async () => {
    const { trust, location, changes } = openTrust({ newTools: 'allow', changedTools: 'withhold' });
    await trust.load();
    const catalogue = catalogueOf(tool('echo'));
    trust.observe(catalogue);
    await trust.idle();
    rmSync(location.text.name);
    const before = changes();
    await trust.load();
    expect(changes()).toBe(before + 1);
    trust.observe(catalogue);
    await trust.idle();
    expect(readFileSync(location.text.name, 'utf8')).toContain('echo');
    const again = changes();
    trust.observe(catalogue);
    await trust.idle();
    expect(changes()).toBe(again);
  });

  test('an unreadable file is reported and unchanged; only an approval that cannot be stored fails', async () => {
    const { trust, location, problems } = openTrust({ newTools: 'deny', changedTools: 'withhold' });
    writeFileSync(location.text.name, 'not JSON');
    await trust.load();
    expect(problems).toHaveLength(1);
    await expect(trust.approve(one(tool('echo')))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await trust.idle();
    expect(readFileSync(location.text.name, 'utf8')).toBe('not JSON');
    expect(trust.whyWithheld(one(tool('echo')), anyone)).toBeDefined();
  });
});
