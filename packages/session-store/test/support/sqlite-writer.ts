/**
 * Writes sessions into a SQLite store until it is killed: `sqlite-writer.ts <file> <name>`. Each line of stdout names a write that the store has
 * acknowledged: a session and how many messages it has.
 */
import { createSessions } from '@modegate/session-store';
import { openSqliteStore } from '@modegate/session-store/sqlite';

const [, , file = '', name = ''] = process.argv;
const sessions = createSessions({ store: openSqliteStore(file) });

await Promise.all(Array.from({ length: 4 }, (_, lane) => work(`${name}-${lane}`)));

async function work(lane: string): Promise<void> {
  for (let round = 0; ; round++) {
    const { id } = await sessions.create({ mode: 'start' });
    acknowledge({ id, messages: 0, mode: 'start' });
    for (let number = 1; number <= 5; number++) {
      const text = `${lane} ${round} ${number}`;
      await sessions.addMessage(id, { role: 'user', text });
      await sessions.switchMode(id, { mode: `mode-${number}` });
      acknowledge({ id, messages: number, mode: `mode-${number}` });
    }
    await sessions.complete(id, { status: 'completed', result: 'Done.' });
    acknowledge({ id, messages: 5, mode: 'mode-5', state: 'completed' });
  }
}

function acknowledge(write: object): void {
  process.stdout.write(`${JSON.stringify(write)}\n`);
}
