import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Store } from '@modegate/session-store';
import { expect } from 'vitest';
import type { Acknowledged } from './write-forever.ts';

/** How often writers are killed; 200 for a full run. */
export const kills = Number(process.env.MODEGATE_KILLS ?? 20);

/** Starts a writer of this folder and kills it soon after its first write; returns what was acknowledged. */
export async function writeAndKill(script: string, args: readonly string[]): Promise<readonly Acknowledged[]> {
  const writer = join(import.meta.dirname, script);
  const child = spawn(process.execPath, ['--conditions=@modegate/source', writer, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (text === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 300);
    text += chunk;
  });
  const [, signal] = await once(child, 'close');
  // One that fails by itself is a process of a user that a failing store has ended.
  expect(signal).toBe('SIGKILL');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Everything that was acknowledged is there, and nothing is there by halves. */
export async function expectAcknowledged(store: Store, latest: Iterable<Acknowledged>): Promise<void> {
  for (const { id, messages, decisions, mode, state } of latest) {
    const task = (await store.get(id))?.task;
    // The one write that was under way may be there as well.
    expect([messages, messages + 1]).toContain(task?.messages.length);
    expect(task?.messages.map(({ text }) => text.split(' ').at(-1))).toEqual(
      task?.messages.map((_, at) => `${at + 1}`),
    );
    // In their order and without a gap. One that was under way when the server of the store was killed may be there twice.
    const tools = task?.decisions.map(({ tool }) => Number(tool)) ?? [];
    const numbers = [...new Set(tools)];
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(tools).toEqual(tools.toSorted((one, other) => one - other));
    expect(numbers.length).toBeGreaterThanOrEqual(decisions);
    expect(task?.switches.length).toBeGreaterThanOrEqual(mode === 'start' ? 0 : Number(mode.slice(5)));
    if (state !== undefined) expect(task?.state).toBe(state);
  }
}
