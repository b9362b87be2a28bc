import { setTimeout as pause } from 'node:timers/promises';
import { createSessions, isSessionError, type Store } from '@modegate/session-store';

/** A write that a store has acknowledged. */
export interface Acknowledged {
  readonly id: string;
  readonly messages: number;
  /** Lines of the trail that were noted before. */
  readonly decisions: number;
  readonly mode: string;
  readonly state?: string;
}

/** Writes sessions until the process is killed. Each line of stdout names a write that the store has acknowledged. */
export async function writeForever(store: Store, name: string, clock: () => number = Date.now): Promise<void> {
  const sessions = createSessions({
    store,
    clock,
    limits: { sessions: 1_000_000, endedSessions: 1_000_000 },
  });
  const work = async (lane: string, round: number): Promise<void> => {
    const { id } = await sessions.create({ mode: 'start' });
    acknowledge({ id, messages: 0, decisions: 0, mode: 'start' });
    for (let number = 1; number <= 5; number++) {
      const text = `${lane} ${round} ${number}`;
      const head = await sessions.addMessage(id, { role: 'user', text });
      // Answered before they are stored; the switch that follows acknowledges them.
      await sessions.recordDecision(id, { tool: `${2 * number - 1}`, allowed: true }, head);
      await sessions.recordDecision(id, { tool: `${2 * number}`, allowed: true }, head);
      await sessions.switchMode(id, { mode: `mode-${number}` });
      acknowledge({ id, messages: number, decisions: 2 * number, mode: `mode-${number}` });
    }
    await sessions.complete(id, { status: 'completed', result: 'Done.' });
    acknowledge({ id, messages: 5, decisions: 10, mode: 'mode-5', state: 'completed' });
  };
  const workForever = async (lane: string): Promise<void> => {
    for (let round = 0; ; round++) {
      try {
        await work(lane, round);
      } catch (error) {
        // The server of the store may be the one that was killed.
        if (!isSessionError(error, 'STORE_UNAVAILABLE')) throw error;
        await pause(20);
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, (_, lane) => workForever(`${name}-${lane}`)));
}

function acknowledge(write: Acknowledged): void {
  process.stdout.write(`${JSON.stringify(write)}\n`);
}
