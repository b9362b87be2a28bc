import { fileURLToPath } from 'node:url';
import { startChild } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { formatCount, formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { evilCases, lookaheadPatterns, typicalPatterns } from './cases.mjs';

const processPath = fileURLToPath(new URL('pattern-process.mjs', import.meta.url));

const names = ['mode-core', 'native', 're2js', 'native-each-time'];

/** Tests a second on patterns and paths of every day, and the time to compile one pattern. */
export async function measureTypicalPatterns({ quick }) {
  const contestants = [];
  const failures = [];
  for (const matcherName of names) {
    const child = await startChild(processPath, []);
    const prepared = await child.ask({ name: 'prepare', matcherName });
    failures.push(...prepared.disagreements);
    contestants.push({ ...prepared, matcherName, child, perSecond: [] });
  }
  const durationMs = quick ? 50 : 300;
  for (let round = 0; round <= (quick ? 3 : 9); round++) {
    for (const { child, perSecond } of contestants) {
      const measured = await child.ask({ name: 'measureTypical', durationMs });
      if (round > 0) perSecond.push(measured.perSecond);
    }
  }
  for (const contestant of contestants) {
    const { matcherName } = contestant;
    Object.assign(contestant, await contestant.child.ask({ name: 'measureCompile', matcherName, repeats: 50 }));
    contestant.child.stop();
  }
  return { title: 'patterns: file limits of every day', failures, ...reportTypical(contestants) };
}

function reportTypical(contestants) {
  const native = contestants.find(({ matcherName }) => matcherName === 'native');
  const rows = contestants.map((contestant) => ({
    matcher: contestant.title,
    perSecond: median(contestant.perSecond),
    ofNative: median(contestant.perSecond.map((perSecond, round) => perSecond / native.perSecond[round])),
    compileMs: contestant.compileMs,
    unsupported: contestant.unsupported,
  }));
  const table = formatTable(
    ['matcher', 'tests/s', 'of RegExp', 'compile', 'patterns refused'],
    rows.map((row) => [
      row.matcher,
      formatCount(row.perSecond),
      formatRatio(row.ofNative),
      formatMs(row.compileMs),
      `${row.unsupported.length} of ${typicalPatterns.length + lookaheadPatterns.length}`,
    ]),
  );
  return { table, rows };
}

const shortLength = 25;
const longLength = 4000;

/** One test of a pattern that makes backtracking explode, in a new process each, stopped after some seconds. */
export async function measureEvilPatterns({ quick }) {
  const limitMs = quick ? 2000 : 5000;
  const failures = [];
  const rows = [];
  for (const [caseIndex, { pattern }] of evilCases.entries()) {
    const row = { pattern };
    for (const matcherName of ['native', 'mode-core', 're2js'])
      for (const length of [shortLength, longLength])
        row[`${matcherName} ${length}`] = await testOnce({ matcherName, caseIndex, length }, limitMs);
    if (row[`mode-core ${longLength}`] === undefined)
      failures.push(`mode-core did not finish ${pattern} in ${limitMs} ms`);
    rows.push(row);
  }
  const keys = Object.keys(rows[0]).slice(1);
  const table = formatTable(
    ['evil pattern', ...keys.map((key) => key.replace('native', 'RegExp'))],
    rows.map((row) => [
      row.pattern,
      ...keys.map((key) => (row[key] === undefined ? `> ${limitMs / 1000} s` : formatMs(row[key]))),
    ]),
  );
  return {
    title: `patterns: evil ones, one test on ${shortLength} and on ${longLength} characters`,
    table,
    rows,
    failures,
  };
}

async function testOnce(question, limitMs) {
  const child = await startChild(processPath, []);
  let timer;
  const limit = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ testMs: undefined }), limitMs);
  });
  const asked = child.ask({ name: 'measureEvil', ...question }).catch(() => ({ testMs: undefined }));
  const { testMs } = await Promise.race([asked, limit]);
  clearTimeout(timer);
  child.stop();
  return testMs;
}
