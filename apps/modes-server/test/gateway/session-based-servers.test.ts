import { entryHash } from '@modegate/mcp-host/connections';
import { readServerConfig } from '@modegate/server-config';
import type { StateText } from '@modegate/text-files';
import { expect, test } from 'vitest';
import { openSessionBasedServers } from '../../src/gateway/session-based-servers.ts';

const day = 24 * 3_600_000;

function entry(command: string) {
  const text = JSON.stringify({ mcpServers: { alpha: { command } } });
  const [found] = readServerConfig(text, { file: '.mcp.json', kind: 'generic' }).servers;
  if (found?.state !== 'valid') throw new Error('The entry is not valid.');
  return found;
}

/** A text in memory, that can be made to fail. */
function memoryText(initial?: string) {
  const state = { text: initial, fails: false };
  const fail = () => {
    if (state.fails) throw new Error('The disk is full.');
  };
  const text: StateText = {
    name: 'memory',
    read: async () => {
      fail();
      return state.text;
    },
    update: async (change) => {
      fail();
      state.text = change(state.text);
      return { changed: true, text: state.text };
    },
  };
  return { state, text };
}

async function open(text: StateText, now = 100 * day) {
  const problems: string[] = [];
  const kept = openSessionBasedServers({ text, now: () => now, onProblem: (problem) => problems.push(problem) });
  await kept.loaded;
  return { kept, problems };
}

test('a session-based server is remembered by its start command for a week', async () => {
  const { state, text } = memoryText();
  const first = await open(text);
  expect(first.kept.has(entry('a'))).toBe(false);
  first.kept.keep(entry('a'), true);
  first.kept.keep(entry('b'), false);
  await first.kept.idle();
  expect(Object.keys(JSON.parse(state.text ?? '').servers)).toEqual([entryHash(entry('a'))]);
  const soon = await open(text, 106 * day);
  expect(soon.kept.has(entry('a'))).toBe(true);
  expect(soon.kept.has(entry('b'))).toBe(false);
  expect((await open(text, 108 * day)).kept.has(entry('a'))).toBe(false);
  expect((await open(text, 99 * day)).kept.has(entry('a'))).toBe(false);
});

test('a session-based server that has become modern is forgotten, and the others are not', async () => {
  const { text } = memoryText();
  const { kept } = await open(text);
  kept.keep(entry('a'), true);
  kept.keep(entry('b'), true);
  kept.keep(entry('a'), false);
  await kept.idle();
  const { kept: later } = await open(text);
  expect([later.has(entry('a')), later.has(entry('b'))]).toEqual([false, true]);
});

test('the list of session-based servers is not written if nothing is new', async () => {
  const { state, text } = memoryText();
  const { kept } = await open(text);
  kept.keep(entry('a'), true);
  await kept.idle();
  state.text = 'untouched';
  kept.keep(entry('a'), true);
  await kept.idle();
  expect(state.text).toBe('untouched');
});

test.each(['', '{', '[]', '{"servers":[]}', '{"servers":{"x":7,"y":"never"}}', 'null'])(
  'a damaged list %j of session-based servers is ignored',
  async (stored) => {
    const { state, text } = memoryText(stored);
    const { kept, problems } = await open(text);
    expect(kept.has(entry('a'))).toBe(false);
    kept.keep(entry('a'), true);
    await kept.idle();
    expect(Object.keys(JSON.parse(state.text ?? '').servers)).toEqual([entryHash(entry('a'))]);
    expect(problems).toEqual([]);
  },
);

test('an unreadable or unwritable list of session-based servers only causes a log line', async () => {
  const { state, text } = memoryText();
  state.fails = true;
  const { kept, problems } = await open(text);
  kept.keep(entry('a'), true);
  await kept.idle();
  expect(kept.has(entry('a'))).toBe(true);
  expect(problems).toEqual(['The disk is full.', 'The disk is full.']);
});

test('at most a thousand session-based servers are remembered', async () => {
  const servers = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, n) => [`h${n}`, new Date(100 * day).toISOString()]),
  );
  const { state, text } = memoryText(JSON.stringify({ servers }));
  const { kept } = await open(text);
  kept.keep(entry('a'), true);
  await kept.idle();
  expect(Object.keys(JSON.parse(state.text ?? '').servers)).toHaveLength(1_000);
});
