import { answerParent } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { evilCases, typicalPaths, typicalPatterns } from './cases.mjs';
import { matchers } from './matchers.mjs';

// One matcher in a process of its own.

let tests;

answerParent({ prepare, measureTypical, measureCompile, measureEvil });

/** Compiles the typical patterns and compares every answer with the engine's own regular expressions. */
async function prepare({ matcherName }) {
  const { title, compile } = matchers[matcherName];
  const compiled = typicalPatterns.map((pattern) => [pattern, compile(pattern)]);
  tests = new Map(compiled.filter(([, test]) => test !== undefined));
  const disagreements = [...tests].flatMap(([pattern, test]) =>
    typicalPaths
      .filter((path) => test(path) !== new RegExp(pattern).test(path))
      .map((path) => `${title} disagrees with RegExp on ${pattern} and ${path}`),
  );
  return { title, disagreements };
}

/** Tests a second of one pattern; nothing where the matcher does not support it. */
async function measureTypical({ pattern, durationMs }) {
  const test = tests.get(pattern);
  if (test === undefined) return {};
  const startedAt = performance.now();
  let count = 0;
  let matched = 0;
  let spentMs = 0;
  while (spentMs < durationMs) {
    for (let pass = 0; pass < 200; pass++) matched += testAll(test);
    count += 200 * typicalPaths.length;
    spentMs = performance.now() - startedAt;
  }
  return { perSecond: (count / spentMs) * 1000, matched };
}

function testAll(test) {
  let matched = 0;
  for (const path of typicalPaths) if (test(path)) matched++;
  return matched;
}

async function measureCompile({ matcherName, repeats }) {
  const { compile } = matchers[matcherName];
  const rounds = Array.from({ length: repeats }, (_, round) => {
    // A tail that no path has keeps the engine's cache of compiled expressions from answering.
    const patterns = [...tests.keys()].map((pattern) => `${pattern}|#${round}`);
    const startedAt = performance.now();
    for (const pattern of patterns) compile(pattern);
    return (performance.now() - startedAt) / patterns.length;
  });
  return { compileMs: median(rounds) };
}

/** One test of one evil pattern; the first of the process, as an attacker would have it. */
async function measureEvil({ matcherName, caseIndex, length }) {
  const { pattern, path } = evilCases[caseIndex];
  const test = matchers[matcherName].compile(pattern);
  if (test === undefined) return {};
  const given = path(length);
  const startedAt = performance.now();
  const matched = test(given);
  return { matched, testMs: performance.now() - startedAt };
}
