import { afterAll, beforeAll, expect, test } from 'vitest';
import { pause } from './support/gateway.ts';
import { openSession } from './support/http-session.ts';
import { configuringTools, refs } from './support/pair.ts';
import { type ServedGateway, serveGateway } from './support/serve-gateway.ts';
import { twoTools } from './support/upstreams.ts';

let gateway: ServedGateway;
const alpha = twoTools('alpha');
const beta = twoTools('beta');

beforeAll(async () => {
  gateway = await serveGateway({
    servers: { alpha: alpha.entry, beta: beta.entry },
    flags: { mode: 'free', toolsets: 'modal', unequipped: 'none', surface: 'tools' },
  });
});
afterAll(() => gateway.close());

// Configuration mode is each connection's own; what is equipped is the server's, so that all who work in it see one choice.
test('59. two HTTP sessions work in parallel: one configures, and both see the equipped toolset', async () => {
  const [first, second] = [await openSession(gateway.url), await openSession(gateway.url)];
  const listChanges = ({ heard }: typeof first) =>
    heard.filter(({ method }) => method === 'notifications/tools/list_changed').length;
  expect([await first.names(), await second.names()]).toEqual([configuringTools, configuringTools]);
  const build = (who: typeof first, name: string, tool: string) =>
    retry(
      () => who.call('build-toolset', { name, tools: refs(tool), autoEquip: true }),
      ({ result }) => result.structuredContent.meta?.success === true,
    );
  const built = await build(first, 'set-a', 'alpha.echo');
  expect(built.result.structuredContent.meta).toMatchObject({ autoEquipped: true });
  expect(await first.names()).toEqual(['alpha__echo', 'enter-configuration-mode']);
  expect(await second.names()).toEqual(configuringTools);
  await retry(
    async () => listChanges(first),
    (count) => count > 0,
  );
  expect([listChanges(first), listChanges(second)]).toEqual([1, 0]);

  expect((await first.call('alpha__echo', { text: 'one' })).result.content[0].text).toBe('alpha:one');
  expect(JSON.stringify(await second.call('alpha__echo', { text: 'two' }))).toMatch(/configuration mode/i);
  await second.call('exit-configuration-mode');
  const both = [first.call('alpha__echo', { text: '1' }), second.call('alpha__echo', { text: '2' })];
  expect((await Promise.all(both)).map(({ result }) => result.content[0].text)).toEqual(['alpha:1', 'alpha:2']);

  await second.call('enter-configuration-mode');
  await build(second, 'set-b', 'beta.echo');
  await retry(
    async () => listChanges(first),
    (count) => count > 1,
  );
  expect([await first.names(), await second.names()]).toEqual([
    ['beta__echo', 'enter-configuration-mode'],
    ['beta__echo', 'enter-configuration-mode'],
  ]);
  expect(alpha.starts()).toBe(1);
  first.leave();
  second.leave();
});

test('59. an unknown HTTP session gets 404, and a foreign origin 403', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const ask = async (more: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more };
    return (await fetch(gateway.url, { method: 'POST', headers, body })).status;
  };
  expect(await ask({ 'mcp-session-id': 'nobody' })).toBe(404);
  expect(await ask({ origin: 'https://evil.example' })).toBe(403);
});

async function retry<Outcome>(ask: () => Promise<Outcome>, fits: (outcome: Outcome) => boolean): Promise<Outcome> {
  const until = Date.now() + 30_000;
  for (;;) {
    const outcome = await ask();
    if (fits(outcome)) return outcome;
    if (Date.now() > until)
      throw new Error(`Thirty seconds later it still was ${JSON.stringify(outcome).slice(0, 1000)}`);
    await pause(20);
  }
}
