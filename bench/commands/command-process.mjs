import { answerParent } from '../support/child.mjs';
import { commands } from './commands.mjs';
import { contestants } from './contestants.mjs';

// One contestant in a process of its own.

let judge;

answerParent({ prepare, measure });

/** Sets a contestant up and compares its answers with the right ones, before any clock starts. */
async function prepare({ contestantName }) {
  const { title, setUp } = contestants[contestantName];
  judge = await setUp();
  const disagreements = [];
  for (const [command, expected] of commands)
    if ((await judge(command)) !== expected) disagreements.push(`${title} disagrees on ${command}`);
  return { title, disagreements };
}

/** Judges all commands again and again for about so long; gives the microseconds of one. */
async function measure({ durationMs }) {
  const startedAt = performance.now();
  let count = 0;
  let allowed = 0;
  while (performance.now() - startedAt < durationMs) {
    for (const [command] of commands) {
      const answer = judge(command);
      if (typeof answer === 'boolean' ? answer : await answer) allowed++;
      count++;
    }
  }
  return { micros: ((performance.now() - startedAt) / count) * 1000, allowedShare: allowed / count };
}
