import fc from 'fast-check';
import { hostileJson, hostileValue } from '../support/hostile-values.ts';

const often = <Value>(usual: fc.Arbitrary<Value>, weight = 20): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: hostileJson });

const days = fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], { minLength: 1 });
const clock = fc.constantFrom('00:00', '09:00', '12:30', '17:00', '22:00', '23:59', '24:00', '9:00', '24:01');
const timeZone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'europe/berlin',
  'Mars/Olympus',
  '+01:00',
);
const window = fc.oneof(
  { weight: 3, arbitrary: fc.record({ timeZone: often(timeZone, 40), days: often(days, 40) }) },
  { weight: 3, arbitrary: fc.record({ timeZone, from: often(clock, 40), to: often(clock, 40) }) },
  { weight: 1, arbitrary: fc.record({ timeZone, days, from: clock, to: clock, dayz: days }, { requiredKeys: [] }) },
);
const schedule = fc.oneof(
  { weight: 4, arbitrary: window },
  { weight: 1, arbitrary: fc.array(window, { maxLength: 3 }) },
);

const pattern = fc.constantFrom('main', 'm*', '*', 'release/?', 'topic', '', '.*');
const patterns = fc.oneof(pattern, fc.array(pattern, { maxLength: 2 }));
const envName = fc.constantFrom('NODE_ENV', 'STAGE', 'constructor', '__proto__', 'a/b');
const when = fc.record(
  {
    branch: often(patterns, 40),
    ci: often(fc.boolean(), 40),
    env: often(fc.dictionary(envName, often(patterns, 40), { maxKeys: 2 }), 40),
    task: often(
      fc.record(
        {
          parentMode: often(fc.constantFrom('one', 't*', ['one', 'two'], ''), 20),
          depth: often(fc.constantFrom<unknown>(0, 1, { min: 1 }, { max: 1 }, { min: 2, max: 1 }, { mim: 1 }, 0.5), 20),
          state: often(fc.constantFrom<unknown>('active', ['delegated', 'failed'], 'pending', []), 20),
        },
        { requiredKeys: [] },
      ),
      40,
    ),
  },
  { requiredKeys: [] },
);

/** Fields of an entry, or of the restrictions, that they hang on. */
export const hangingFields = { schedule: often(schedule, 30), when: often(when, 30) };

/** `extends` of restrictions. */
export const parents = (slug: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  often(fc.oneof({ weight: 3, arbitrary: slug }, { weight: 1, arbitrary: fc.array(slug, { maxLength: 3 }) }), 30);

const context = fc.record(
  {
    branch: often(fc.constantFrom('main', 'topic', 'release/1', ''), 20),
    ci: often(fc.boolean(), 20),
    env: often(fc.dictionary(envName, fc.constantFrom('main', 'topic', '', null), { maxKeys: 4 }), 20),
  },
  { requiredKeys: [] },
);

const task = fc.record(
  {
    parentMode: often(fc.constantFrom('one', 'two', '', null), 20),
    depth: often(fc.constantFrom(0, 1, 2, -1, 0.5), 20),
    state: often(fc.constantFrom('active', 'delegated', 'failed', 'pending'), 20),
  },
  { requiredKeys: [] },
);

/** When and where a call is made, as callers with and without manners say it. */
export const circumstances = fc.record(
  {
    at: fc.oneof(
      {
        weight: 12,
        arbitrary: fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2030, 0) }) as fc.Arbitrary<unknown>,
      },
      { weight: 2, arbitrary: fc.constantFrom<unknown>(Number.NaN, -1, 1_795_428_000, 1e300, null, '2026-11-23') },
      { weight: 1, arbitrary: hostileValue },
    ),
    context: fc.oneof(
      { weight: 12, arbitrary: context as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: hostileValue },
    ),
    task: fc.oneof({ weight: 12, arbitrary: task as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: hostileValue }),
  },
  { requiredKeys: [] },
);

const fineWindow = fc
  .record({
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'),
    days,
    times: fc.constantFrom(['09:00', '17:00'], ['22:00', '06:00'], ['00:30', '24:00'], undefined),
  })
  .map(({ timeZone: zone, days: on, times }) => ({
    timeZone: zone,
    days: on,
    ...(times === undefined ? {} : { from: times[0], to: times[1] }),
  }));
const finePattern = fc.constantFrom('main', 'm*', '*', 'release/?', 'topic');
const finePatterns = fc.oneof(finePattern, fc.array(finePattern, { minLength: 1, maxLength: 2 }));
const fineEnv = fc.dictionary(fc.constantFrom('NODE_ENV', 'STAGE', 'constructor'), finePatterns, {
  minKeys: 1,
  maxKeys: 2,
});
const fineTask = fc
  .record(
    {
      parentMode: fc.constantFrom('one', 't*', ['one', 'two']),
      depth: fc.constantFrom<unknown>(0, 1, { min: 1 }, { max: 1 }, { min: 1, max: 2 }),
      state: fc.constantFrom<unknown>('active', ['delegated', 'failed']),
    },
    { requiredKeys: [] },
  )
  .filter((condition) => Object.keys(condition).length > 0);
const fineWhen = fc
  .record({ branch: finePatterns, ci: fc.boolean(), env: fineEnv, task: fineTask }, { requiredKeys: [] })
  .filter((condition) => Object.keys(condition).length > 0);

/** A schedule, a condition, both or neither, as the schema has them. */
export const wellFormedHanging = fc.record(
  { schedule: fc.oneof(fineWindow, fc.array(fineWindow, { minLength: 1, maxLength: 2 })), when: fineWhen },
  { requiredKeys: [] },
);

/** Circumstances as a caller with manners gives them, each part known or not. */
export const wellFormedCircumstances = fc.record(
  {
    at: fc.oneof(
      fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2030, 0) }),
      // Around changes of the clocks, and around the day that Apia left out.
      fc
        .tuple(
          fc.constantFrom(
            '2026-03-29T01:00Z',
            '2026-10-25T01:00Z',
            '2026-10-03T15:30Z',
            '2010-03-14T03:31Z',
            '2011-12-30T10:00Z',
          ),
          fc.integer({ min: -90_000_000, max: 90_000_000 }),
        )
        .map(([date, offset]) => Date.parse(date) + offset),
    ),
    context: fc.record(
      {
        branch: fc.constantFrom('main', 'topic', 'release/1'),
        ci: fc.boolean(),
        env: fc.record(
          {
            NODE_ENV: fc.constantFrom('main', 'topic', '', null),
            STAGE: fc.constantFrom('release/1', null),
            constructor: fc.constantFrom('main', 'topic'),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    task: fc.record(
      {
        parentMode: fc.constantFrom('one', 'two', null),
        depth: fc.nat(2),
        state: fc.constantFrom('active', 'delegated'),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
