import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createSharedChannel } from '../../src/http/stateless/shared-channel.ts';

/** A client that reads slowly: each write has to wait. */
class SlowResponse extends EventEmitter {
  readonly closed = false;
  readonly writableLength = 0;
  headersSent = false;
  writeHead(): this {
    this.headersSent = true;
    return this;
  }
  write(): boolean {
    setImmediate(() => this.emit('drain'));
    return false;
  }
}

test('a stream that waits often leaves no listeners behind', async () => {
  const channel = createSharedChannel('place', { maxUnsentBytes: 1_000 });
  const response = new SlowResponse();
  await channel.start({ message: () => undefined, closed: () => undefined, inFlight: 0, ownInFlight: 0 });
  channel.deliver(
    { jsonrpc: '2.0', id: 'L', method: 'subscriptions/listen' },
    { headers: {}, response: response as unknown as ServerResponse },
  );
  const listeners = response.listenerCount('close');
  for (let round = 0; round < 5; round++)
    await channel.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }, 1);
  expect(response.listenerCount('close')).toBe(listeners);
  expect(response.listenerCount('drain')).toBe(0);
});
