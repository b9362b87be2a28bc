import { isDeepStrictEqual } from 'node:util';
import { createMemoryStore } from '../../packages/session-store/dist/index.js';
import { median } from '../support/statistics.mjs';
import { formatCount, formatRatio, formatTable } from '../support/table.mjs';
import { postgresContestant, sqliteContestant } from './contestants.mjs';
import { insertStored, phases, runPhase, sizes } from './script.mjs';

/** Phases that only read; the store begins no write for them. */
const reading = new Set(['head', 'get, with history', 'list, a page of 100']);

const inFlights = [1, 64];

/**
 * The operations of each store against its bare driver, which runs the very statements that the store was seen to run for the same calls. In
 * alternating rounds, each over a fresh copy of the same data.
 */
export async function measureOperations({ quick }) {
  const size = sizes(quick);
  const rounds = quick ? 2 : 5;
  const failures = [];
  const rows = [];
  const expected = await answersOfMemory(size);
  for (const makeContestant of [sqliteContestant, postgresContestant]) {
    const contestant = await makeContestant(size);
    try {
      const recorded = await recordStatements(contestant, size, { expected, failures });
      const samples = await measureRounds(contestant, { size, recorded, rounds, failures });
      rows.push(...report(contestant, samples));
    } finally {
      await contestant.close();
    }
  }
  const columns = [
    'operation',
    'in flight',
    'store, calls/s',
    'driver, calls/s',
    'of driver',
    'least',
    'CPU of driver',
  ];
  return { title: 'store: operations against the bare driver', table: formatTable(columns, rows), failures };
}

/** What every store has to answer; the memory store is the simplest. */
async function answersOfMemory(size) {
  const store = createMemoryStore();
  for (let number = 0; number < size.stored; number++) await insertStored(store, number);
  const answers = [];
  for (const phase of phases(size)) answers.push(await runPhase(store, phase, 1));
  return answers;
}

async function recordStatements(contestant, size, { expected, failures }) {
  return contestant.record(contestant.openStore, async (store, { begin, calls }) => {
    const recorded = [];
    for (const [index, phase] of phases(size).entries()) {
      const first = calls.length;
      const call = (...given) => {
        begin();
        return phase.call(...given);
      };
      const noted = { ...phase, call };
      const answers = await runPhase(store, noted, 1);
      if (!isDeepStrictEqual(plain(answers), plain(expected[index])))
        failures.push(`${contestant.title}: ${phase.name} does not answer as the memory store does`);
      recorded.push(calls.slice(first));
    }
    calls.push([]);
    return recorded;
  });
}

function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

async function measureRounds(contestant, { size, recorded, rounds, failures }) {
  const samples = new Map();
  // The first round warms up and does not count; it also checks what the driver answers.
  for (let round = 0; round <= rounds; round++)
    for (const inFlight of inFlights) {
      const sides = [
        () => runStore(contestant, size, inFlight),
        () => runBare(contestant, { size, recorded, inFlight, isChecked: round === 0 }),
      ];
      const isReversed = round % 2 === 1;
      const results = [];
      for (const side of isReversed ? sides.toReversed() : sides) results.push(await side());
      const [store, bare] = isReversed ? results.toReversed() : results;
      for (const { name, problem } of bare)
        if (problem !== undefined) failures.push(`${contestant.driver}: ${name}: ${problem}`);
      if (round === 0) continue;
      for (const [index, { name }] of store.entries()) {
        const key = `${name}\n${inFlight}`;
        samples.set(key, [...(samples.get(key) ?? []), { store: store[index], bare: bare[index] }]);
      }
    }
  return samples;
}

async function runStore(contestant, size, inFlight) {
  const store = await contestant.openStore();
  const results = [];
  for (const phase of phases(size))
    results.push({ name: phase.name, ...(await timed(phase.calls, () => runPhase(store, phase, inFlight))) });
  await store.close();
  return results;
}

async function runBare(contestant, { size, recorded, inFlight, isChecked }) {
  const bare = await contestant.openBare();
  const results = [];
  for (const [index, { name, calls }] of phases(size).entries()) {
    const statements = recorded[index];
    const answers = [];
    const run = async () => {
      for (let first = 0; first < statements.length; first += inFlight)
        answers.push(...(await bare.run(statements.slice(first, first + inFlight), !reading.has(name))));
    };
    const time = await timed(calls, run);
    // With many in flight, PostgreSQL decides in which order they come; the totals that a write gives back differ.
    const isOrdered = inFlight === 1 && contestant.driver === 'node:sqlite';
    const wanted = statements.map((call) => call.map(({ answer }) => answer));
    const problem =
      isChecked && isOrdered && !isDeepStrictEqual(plain(answers), plain(wanted))
        ? 'other rows than the store got'
        : undefined;
    const isEmpty = isChecked && answers.length !== calls ? `${answers.length} answers for ${calls} calls` : undefined;
    results.push({ name, ...time, problem: problem ?? isEmpty });
  }
  await bare.close();
  return results;
}

async function timed(calls, run) {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: (calls / ms) * 1_000, cpuMs: (user + system) / 1_000 };
}

function report({ title }, samples) {
  return [...samples].map(([key, rounds]) => {
    const [name, inFlight] = key.split('\n');
    const ratios = rounds.map(({ store, bare }) => store.perSecond / bare.perSecond);
    return [
      `${title}: ${name}`,
      inFlight,
      formatCount(median(rounds.map(({ store }) => store.perSecond))),
      formatCount(median(rounds.map(({ bare }) => bare.perSecond))),
      formatRatio(median(ratios)),
      formatRatio(Math.min(...ratios)),
      formatRatio(median(rounds.map(({ store, bare }) => store.cpuMs / bare.cpuMs))),
    ];
  });
}
