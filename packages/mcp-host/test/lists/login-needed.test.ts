import { HostError, type JsonObject } from '@modegate/mcp-host/connections';
import { expect, test } from 'vitest';
import { followLists } from '../../src/lists/upstream-lists.ts';

/** Follows a server that refuses its tools for want of a login; what it said to be of no use for. */
async function follow(httpStatus: 401 | 403, capabilities: JsonObject): Promise<readonly string[]> {
  const reasons: string[] = [];
  const request = async (method: string): Promise<JsonObject> => {
    if (method !== 'tools/list') return {};
    throw new HostError('LOGIN_NEEDED', 'Log in.', { data: { server: 'a', scope: undefined, httpStatus } });
  };
  const lists = followLists({
    upstream: { capabilities, revision: 'legacy', announcesChangesOf: () => true, request },
    timeoutMs: () => 1_000,
    onList: () => undefined,
    onLoginNeeded: (reason) => reasons.push(reason),
    onWarning: () => undefined,
    now: () => 0,
    schedule: () => () => undefined,
    random: () => 0.5,
  });
  await lists.firstRead;
  lists.stop();
  return reasons;
}

test('a server whose tools require a login needs a login, whatever else it offers', async () => {
  expect(await follow(401, { tools: {}, resources: {} })).toEqual(['Log in.']);
});

test('a login that does not cover the tools keeps the other parts of a server usable, if there are any', async () => {
  expect(await follow(403, { tools: {}, resources: {} })).toEqual([]);
  expect(await follow(403, { tools: {} })).toEqual(['Log in.']);
});
