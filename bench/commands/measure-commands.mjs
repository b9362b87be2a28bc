import { fileURLToPath } from 'node:url';
import { startChild } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { formatCount, formatRatio, formatTable } from '../support/table.mjs';
import { contestants as all } from './contestants.mjs';

const processPath = fileURLToPath(new URL('command-process.mjs', import.meta.url));
const baseline = 'first-asked';

/** Time to judge a shell command by a list of rules, in alternating rounds; fails on any wrong answer. */
export async function measureCommands({ quick }) {
  const contestants = await Promise.all(
    Object.keys(all).map(async (contestantName) => ({
      contestantName,
      child: await startChild(processPath, []),
      micros: [],
    })),
  );
  const failures = [];
  try {
    for (const contestant of contestants) {
      const { title, disagreements } = await contestant.child.ask({ name: 'prepare', ...contestant, child: undefined });
      contestant.title = title;
      failures.push(...disagreements);
    }
    for (let round = 0; round <= (quick ? 3 : 9); round++)
      for (const contestant of contestants) {
        const { micros } = await contestant.child.ask({ name: 'measure', durationMs: quick ? 100 : 500 });
        if (round > 0) contestant.micros.push(micros);
      }
  } finally {
    for (const { child } of contestants) child.stop();
  }
  const base = contestants.find(({ contestantName }) => contestantName === baseline);
  const rows = contestants.map(({ title, micros }) => ({
    title,
    micros: median(micros),
    perSecond: 1e6 / median(micros),
    ofBaseline: median(micros.map((value, round) => value / base.micros[round])),
  }));
  const table = formatTable(
    ['who judges', 'µs a command', 'commands/s', 'of Modegate, first asked'],
    rows.map(({ title, micros, perSecond, ofBaseline }) => [
      title,
      micros.toFixed(2),
      formatCount(perSecond),
      formatRatio(ofBaseline),
    ]),
  );
  return { title: 'commands: 16 shell commands by 12 rules', failures, table, rows };
}
