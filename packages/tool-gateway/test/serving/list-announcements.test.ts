import { defineTool, type RequestContext, type ToolAnnotations, toolResult } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { createListAnnouncements } from '../../src/serving/list-announcements.ts';
import { turn } from '../support/gateway-world.ts';

/** Announcements of which the test ends each wait, and a tool that changes the list when it is called. */
function open() {
  const waits: (() => void)[] = [];
  const delays: number[] = [];
  const flushed: string[] = [];
  const announcements = createListAnnouncements(
    { flushNotifications: (id) => void flushed.push(id) },
    (run, delayMs) => {
      delays.push(delayMs);
      waits.push(run);
      return () => void waits.splice(waits.indexOf(run), 1);
    },
  );
  const call = (change: () => void, annotations?: ToolAnnotations) => {
    const tool = announcements.announcing(
      defineTool({
        name: 'change',
        description: 'D',
        ...(annotations === undefined ? {} : { annotations }),
        call: () => {
          change();
          return toolResult({ text: 'done' });
        },
      }),
    );
    let isAnswered = false;
    void Promise.resolve(tool.call({} as never, { connectionId: 'c1' } as RequestContext)).then(() => {
      isAnswered = true;
    });
    return { isAnswered: () => isAnswered };
  };
  return { announcements, waits, delays, flushed, call };
}

describe('agents D3: the result of a call that changes the list of its caller', () => {
  test('the result waits until the list has been read, for at most 100 ms', async () => {
    const { announcements, call, delays, waits, flushed } = open();
    const made = call(() => announcements.changed('c1'));
    await turn();
    expect([flushed, delays, made.isAnswered()]).toEqual([['c1'], [100], false]);
    announcements.listed('c1');
    await turn();
    await turn();
    expect([made.isAnswered(), waits]).toEqual([true, []]);
  });

  test('the result does not wait again for a client that did not read its list, until it does', async () => {
    const { announcements, call, waits, delays, flushed } = open();
    const change = () => announcements.changed('c1');
    call(change);
    await turn();
    waits[0]?.();
    await turn();
    const second = call(change);
    await turn();
    expect([second.isAnswered(), delays.length, flushed.length]).toEqual([true, 1, 2]);
    announcements.listed('c1');
    const third = call(change);
    await turn();
    expect([third.isAnswered(), delays.length]).toEqual([false, 2]);
  });

  test('the result does not wait if nothing changed, another client is affected, or the tool only reads', async () => {
    const { announcements, call, flushed } = open();
    for (const [change, annotations] of [
      [() => undefined, {}],
      [() => announcements.changed('c2'), {}],
      [() => announcements.changed('c1'), { readOnlyHint: true }],
    ] as const) {
      const made = call(change, annotations);
      await turn();
      expect(made.isAnswered()).toBe(true);
    }
    expect(flushed).toEqual([]);
  });

  test('the result does not wait for a client that has already read the new list or has left', async () => {
    const { announcements, call, flushed } = open();
    const reads = call(() => {
      announcements.changed('c1');
      announcements.listed('c1');
    });
    const leaves = call(() => {
      announcements.changed('c1');
      announcements.forget('c1');
    });
    await turn();
    expect([reads.isAnswered(), leaves.isAnswered(), flushed]).toEqual([true, true, []]);
  });
});
