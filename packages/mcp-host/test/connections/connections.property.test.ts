import type { ClientReference, ConnectionState } from '@modegate/mcp-host/connections';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connect, entriesOf, type FakeWorld, plainClient } from '../support/connect.ts';
import { politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

/** What can happen, in any order and while the things before are still going on. */
type Happening =
  | { readonly type: (typeof SIMPLE)[number] }
  | { readonly type: 'update'; readonly entry: keyof typeof entries }
  | { readonly type: 'pass'; readonly durationMs: number };

/** `answer` lets waiting servers answer or end, `quiet` also lets what follows from it happen. */
const SIMPLE = ['acquire', 'release', 'restart', 'request', 'answer', 'quiet', 'end', 'storm', 'hang'] as const;

const entries = {
  same: entriesOf({ alpha: { command: 'alpha' } }),
  other: entriesOf({ alpha: { command: 'other' } }),
  policy: entriesOf({ alpha: { command: 'alpha', disabledTools: ['x'], timeout: 3 } }),
  disabled: entriesOf({ alpha: { command: 'alpha', disabled: true } }),
  invalid: entriesOf({ alpha: { command: 3 } }),
  absent: [],
};

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom(...SIMPLE) }) },
  { weight: 2, arbitrary: fc.constant({ type: 'quiet' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('update' as const),
      entry: fc.constantFrom('same', 'same', 'other', 'policy', 'disabled', 'invalid', 'absent'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('pass' as const), durationMs: fc.nat({ max: 120_000 }) }),
  },
);

/** From which states a state may be seen to follow; `connected` never without `connecting` before it. */
const legalBefore: Readonly<Record<ConnectionState['status'], readonly ConnectionState['status'][]>> = {
  disabled: ['disabled', 'connecting', 'connected', 'disconnected'],
  disconnected: ['disabled', 'connecting', 'connected', 'disconnected'],
  connecting: ['disabled', 'connecting', 'connected', 'disconnected'],
  connected: ['connecting', 'connected'],
};

interface Run extends FakeWorld {
  readonly leases: ClientReference[];
  readonly pending: Promise<unknown>[];
  readonly gates: Set<() => void>;
  hangs: boolean;
}

function newRun(): Run {
  const gates = new Set<() => void>();
  const gate = () =>
    new Promise<void>((resolve) => {
      gates.add(resolve);
    });
  const run: Run = {
    ...connect(
      { alpha: { command: 'alpha' } },
      {
        async answer(request) {
          if (request.method === 'initialize') await gate();
          return run.hangs ? 'silence' : politeAnswer(request);
        },
        onClose: gate,
      },
    ),
    leases: [],
    pending: [],
    gates,
    hangs: false,
  };
  return run;
}

function openGates(run: Run): void {
  for (const open of run.gates) open();
  run.gates.clear();
}

async function settle(run: Run): Promise<void> {
  // What is waited for may wait for more: the end of one link, then the start of another.
  for (let round = 0; round < 3; round += 1) {
    openGates(run);
    await quiet();
  }
}

/** Whether it works is another matter; that it ends is seen at the end. */
function follow(run: Run, promise: Promise<unknown> | undefined): void {
  run.pending.push(Promise.allSettled([promise]));
}

function happen(run: Run, step: Happening): Promise<void> | undefined {
  const { connections, leases, servers, time } = run;
  const open = servers.open().at(-1);
  switch (step.type) {
    case 'acquire':
      leases.push(connections.acquire(plainClient));
      return undefined;
    case 'release':
      follow(run, leases.pop()?.release());
      return undefined;
    case 'restart':
      follow(run, connections.restart('alpha'));
      return undefined;
    case 'request':
      follow(run, connections.request('alpha', 'tools/call', {}, { timeoutMs: 30_000 }));
      return undefined;
    case 'update':
      follow(run, connections.update(entries[step.entry]));
      return undefined;
    case 'end':
      open?.end();
      return undefined;
    case 'storm':
      if (open?.status() === 'open') for (let n = 0; n < 50; n += 1) open.notify('notifications/tools/list_changed');
      return undefined;
    case 'hang':
      run.hangs = !run.hangs;
      return undefined;
    case 'answer':
      openGates(run);
      return undefined;
    case 'quiet':
      return settle(run);
    case 'pass':
      return time.pass(step.durationMs);
  }
}

describe('any sequence of events', () => {
  test('a server has at most one link, changes state only by allowed steps and leaves nothing behind', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 60, size: 'max' }), async (steps) => {
        const run = newRun();
        const { connections, servers, time } = run;
        let before: ConnectionState['status'] | undefined;
        const look = () => {
          const [server] = connections.servers;
          if (server === undefined) {
            before = undefined;
            return;
          }
          const { status } = server.state;
          if (before !== undefined) expect(legalBefore[status]).toContain(before);
          before = status;
          seen.add(status);
          if (status !== 'connected') expect(server.tools).toEqual([]);
          expect(server.errors.length).toBeLessThanOrEqual(100);
        };
        connections.onEvent(look);
        for (const step of steps) {
          await happen(run, step);
          expect(servers.mostOpen()).toBeLessThanOrEqual(1);
          look();
          if (step.type === 'quiet' && before === 'connected') expect(servers.open()).toHaveLength(1);
        }
        const closed = connections.close();
        await settle(run);
        await settle(run);
        await closed;
        await time.pass(60_000);
        await Promise.all(run.pending);
        expect(servers.open()).toEqual([]);
        expect(time.timers()).toBe(0);
      }),
      { numRuns: 300, examples: [[[{ type: 'acquire' }, { type: 'quiet' }, { type: 'end' }, { type: 'quiet' }]]] },
    );
    expect([...seen].sort()).toEqual(['connected', 'connecting', 'disabled', 'disconnected']);
  });
});
