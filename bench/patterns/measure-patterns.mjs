import { fileURLToPath } from 'node:url';
import { startChild } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { formatCount, formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { evilCases, typicalPatterns } from './cases.mjs';

const processPath = fileURLToPath(new URL('pattern-process.mjs', import.meta.url));

const names = ['native', 'mode-core', 're2js', 'native-each-time'];

/** Tests a second on patterns and paths of every day, and the time to compile one pattern. */
export async function measureTypicalPatterns({ quick }) {
  const contestants = [];
  const failures = [];
  for (const matcherName of names) {
    const child = await startChild(processPath, []);
    const prepared = await child.ask({ name: 'prepare', matcherName });
    failures.push(...prepared.disagreements);
    contestants.push({ ...prepared, matcherName, child });
  }
  const rows = [];
  for (const pattern of typicalPatterns) rows.push(await measurePattern(contestants, { pattern, quick }));
  const compileMs = {};
  for (const { child, matcherName } of contestants) {
    ({ compileMs: compileMs[matcherName] } = await child.ask({ name: 'measureCompile', matcherName, repeats: 50 }));
    child.stop();
  }
  return {
    title: 'patterns: tests a second of file limits of every day',
    failures,
    ...report({ contestants, rows, compileMs }),
  };
}

async function measurePattern(contestants, { pattern, quick }) {
  const durationMs = quick ? 20 : 100;
  const perSecond = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= (quick ? 3 : 7); round++) {
    for (const { child, matcherName } of contestants) {
      const measured = await child.ask({ name: 'measureTypical', pattern, durationMs });
      if (round > 0 && measured.perSecond !== undefined) perSecond[matcherName].push(measured.perSecond);
    }
  }
  const rates = Object.fromEntries(names.map((name) => [name, median(perSecond[name])]));
  const ofNative = median(perSecond['mode-core'].map((rate, round) => rate / perSecond.native[round]));
  return { pattern, perSecond: rates, ofNative };
}

function report({ contestants, rows, compileMs }) {
  const table = formatTable(
    ['pattern', ...contestants.map(({ title }) => title), 'mode-core of RegExp'],
    [
      ...rows.map(({ pattern, perSecond, ofNative }) => [
        pattern,
        ...names.map((name) => (Number.isNaN(perSecond[name]) ? 'refused' : formatCount(perSecond[name]))),
        formatRatio(ofNative),
      ]),
      [
        'to compile one',
        ...names.map((name) => (name === 'native-each-time' ? '-' : formatMs(compileMs[name]))),
        formatRatio(compileMs['mode-core'] / compileMs.native),
      ],
    ],
  );
  return { table, rows, compileMs };
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
