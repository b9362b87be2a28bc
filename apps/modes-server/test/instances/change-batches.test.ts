import { expect, test } from 'vitest';
import { type ChangeBatchesOptions, createChangeBatches } from '../../src/instances/change-batches.ts';

/** A follower whose sessions are known in version 1, and what it does. */
function openFollower(options: Partial<ChangeBatchesOptions> = {}) {
  const known = new Map([
    ['ses_a', 1],
    ['ses_b', 1],
  ]);
  const stored = new Map(known);
  const done: string[] = [];
  const later: (() => void)[] = [];
  const errors: unknown[] = [];
  const follower = createChangeBatches({
    versions: () => known,
    keyOf: (id) => id.toUpperCase(),
    storedVersions: async () => stored,
    review: async (ids) => void done.push(`review ${ids.join(' ')}`.trim()),
    reloadTexts: async () => void done.push('reload'),
    onError: (error) => void errors.push(error),
    schedule: (run) => {
      later.push(run);
      return () => undefined;
    },
    ...options,
  });
  return { follower, known, stored, done, later, errors };
}

test('sessions that other instances have changed are reviewed once per batch of changes', async () => {
  const { follower, done } = openFollower();
  follower.note({ kind: 'session', key: 'SES_A' });
  follower.note({ kind: 'session', key: 'SES_A' });
  follower.note({ kind: 'session', key: 'SES_NOBODY' });
  await follower.idle();
  expect(done).toEqual(['review ses_a']);
});

test('a text that another instance has changed is read again', async () => {
  const { follower, done } = openFollower();
  follower.note({ kind: 'text', key: 'toolsets' });
  await follower.idle();
  expect(done).toEqual(['reload']);
});

test('after missed notifications only sessions with a new version and removed ones are reviewed', async () => {
  const { follower, done, stored } = openFollower();
  follower.note({ kind: 'missed' });
  await follower.idle();
  stored.set('ses_b', 2);
  stored.delete('ses_a');
  follower.note({ kind: 'missed' });
  await follower.idle();
  expect(done).toEqual(['reload', 'review ses_a ses_b', 'reload']);
});

test('a connection that enters a session during a change is found by a second review', async () => {
  const { follower, known, stored, done, later } = openFollower();
  follower.note({ kind: 'session', key: 'SES_LATE' });
  await follower.idle();
  known.set('ses_late', 1);
  stored.set('ses_late', 2);
  for (const run of later) run();
  await expect.poll(() => done).toEqual(['review', 'review ses_late']);
});

test('a failed review is repeated', async () => {
  let isAway = true;
  const { follower, done, later, errors, stored } = openFollower({
    review: async (ids) => {
      if (isAway) throw new Error('The database is away');
      done.push(`review ${ids.join(' ')}`);
    },
  });
  stored.set('ses_a', 2);
  follower.note({ kind: 'session', key: 'SES_A' });
  await follower.idle();
  expect(errors).toHaveLength(1);
  isAway = false;
  for (const run of later.splice(0)) run();
  await follower.idle();
  expect(done).toEqual(['review ses_a', 'reload']);
});
