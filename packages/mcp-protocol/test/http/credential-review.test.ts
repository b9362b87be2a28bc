import {
  type Authenticate,
  type CredentialState,
  type HttpServing,
  type ReviewCredentials,
  serveHttp,
} from '@modegate/mcp-protocol/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, openStream, session } from '../support/http-client.ts';
import { deferred, sampleServer, tool } from '../support/sample.ts';

const open: HttpServing[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
  vi.useRealTimers();
});

const authenticate: Authenticate = ({ authorization = '' }) => ({ kind: 'admitted', principal: { id: authorization } });
const body = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function serve(review: ReviewCredentials, server = sampleServer()) {
  const serving = await serveHttp(server, { authenticate, review });
  open.push(serving);
  const join = async (name: string) => {
    const who = { Authorization: name };
    const headers = { ...who, ...(await session(serving, '/mcp', who)) };
    return { headers, stream: await openStream(serving, headers) };
  };
  return { serving, join };
}

test('everything a credential admitted ends within a second of its end, and nothing else does', async () => {
  const states = new Map<string, CredentialState>();
  const { serving, join } = await serve(
    async () =>
      ({ id }) =>
        states.get(id) ?? 'holds',
  );
  const [ann, bob, eve] = [await join('ann'), await join('bob'), await join('eve')];
  const hasEnded = vi.fn();
  void ann.stream.ended.then(hasEnded);
  states.set('bob', 'over').set('eve', 'revoked');
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([bob.stream.ended, eve.stream.ended]);
  // Whoever comes with a new credential goes on with the session of one that is over, and not of one that was revoked.
  expect(await ask(serving, { headers: bob.headers, body })).toMatchObject({ status: 200 });
  expect(await ask(serving, { headers: eve.headers, body })).toMatchObject({ status: 404 });
  expect(await ask(serving, { headers: ann.headers, body })).toMatchObject({ status: 200 });
  expect(hasEnded).not.toHaveBeenCalled();
  expect(serving.sessionCount).toBe(2);
  ann.stream.leave();
});

test('a call in flight is cancelled when its credential is revoked', async () => {
  let state: CredentialState = 'holds';
  const running = deferred();
  const takenBack = deferred();
  const wait = tool('wait', async (_args, { signal }) => {
    signal.addEventListener('abort', () => takenBack.resolve());
    running.resolve();
    await takenBack.promise;
    return { content: [] };
  });
  const { serving, join } = await serve(async () => () => state, sampleServer({ tools: [wait] }));
  const { headers } = await join('ann');
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'wait', arguments: {} } };
  void ask(serving, { headers, body: call }).catch(() => undefined);
  await running.promise;
  state = 'revoked';
  await vi.advanceTimersByTimeAsync(1_000);
  await takenBack.promise;
  expect(serving.sessionCount).toBe(0);
});

test('while credentials cannot be checked, streams end and sessions continue', async () => {
  const { serving, join } = await serve(() => Promise.reject(new Error('no')));
  const { headers, stream } = await join('ann');
  await vi.advanceTimersByTimeAsync(1_000);
  await stream.ended;
  expect(await ask(serving, { headers, body })).toMatchObject({ status: 200 });
});
