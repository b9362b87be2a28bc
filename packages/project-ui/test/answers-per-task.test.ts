import { expect, test } from 'vitest';
import { createTaskAnswers } from '../src/tasks/answers-per-task.ts';

const nothing = { time: false, branch: false, ci: false, task: false, env: [] };

function count(needs: Partial<Parameters<typeof createTaskAnswers>[0]['needs']>) {
  const asked: object[] = [];
  const world = { at: Date.UTC(2026, 10, 22, 10), branch: 'main' };
  const answersFor = createTaskAnswers(
    { needs: { ...nothing, ...needs }, context: () => ({ branch: world.branch }), now: () => world.at },
    (circumstances) => asked.push(circumstances),
  );
  return { asked, world, answersFor };
}

test('answers stay the same if a circumstance changes that no mode asks about', () => {
  const { asked, world, answersFor } = count({});
  const { stamp } = answersFor({ depth: 0 });
  world.at += 3_600_000;
  world.branch = 'other';
  expect(answersFor({ depth: 1 }).stamp).toBe(stamp);
  expect(asked).toEqual([{}]);
});

test('the task, the minute and the branch change the answers if a mode asks about them', () => {
  const { asked, world, answersFor } = count({ task: true, time: true, branch: true });
  const stamps = new Set<string>();
  const look = (depth: number) => stamps.add(answersFor({ depth }).stamp);
  look(0);
  world.at += 59_999;
  look(0);
  expect(asked).toEqual([{ at: Date.UTC(2026, 10, 22, 10), context: { branch: 'main' }, task: { depth: 0 } }]);
  world.at += 1;
  look(0);
  world.branch = 'other';
  look(0);
  look(1);
  look(0);
  expect([stamps.size, asked.length]).toEqual([4, 4]);
});

test('only the answers for the last twenty tasks are cached', () => {
  const { asked, answersFor } = count({ task: true });
  for (let depth = 0; depth < 21; depth++) answersFor({ depth });
  answersFor({ depth: 20 });
  expect(asked).toHaveLength(21);
  answersFor({ depth: 0 });
  expect(asked).toHaveLength(22);
});
