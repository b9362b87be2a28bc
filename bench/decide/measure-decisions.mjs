import { fileURLToPath } from 'node:url';
import { startChild } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { formatCount, formatRatio, formatTable } from '../support/table.mjs';
import { engines } from './engines.mjs';

const enginePath = fileURLToPath(new URL('engine-process.mjs', import.meta.url));

const baselines = ['mode-core-remembered', 'mode-core-first-asked'];

/** Decisions a second of every engine on the same world, in alternating rounds; fails on any answer that is not the reference's. */
export async function measureDecisions({ quick, only }) {
  const rounds = quick ? 3 : 9;
  const durationMs = quick ? 100 : 500;
  const names = Object.keys(engines).filter((name) => only === undefined || only.includes(name));
  const { contestants, failures } = await startAll(names.map((engineName) => ({ key: engineName, engineName })));
  await runRounds(contestants, { rounds, durationMs });
  return { title: 'decide: 50 modes, 600 rules, 4,096 requests', failures, ...report(contestants) };
}

/** Where mode-core spends its time: the same questions, MCP calls and edits apart. */
export async function measureKinds({ quick }) {
  const parts = baselines.flatMap((engineName) => [
    { key: `${engineName} mcp`, engineName, kind: 'mcp' },
    { key: `${engineName} edit`, engineName, kind: 'edit' },
  ]);
  const { contestants, failures } = await startAll(parts);
  await runRounds(contestants, { rounds: quick ? 3 : 9, durationMs: quick ? 100 : 300 });
  const rows = contestants.map(({ title, kind, perSecond }) => ({
    engine: `${title}, ${kind === 'mcp' ? 'MCP calls' : 'edits under a file limit'}`,
    perSecond: median(perSecond),
  }));
  const table = formatTable(
    ['part', 'decisions/s'],
    rows.map((row) => [row.engine, formatCount(row.perSecond)]),
  );
  return { title: 'decide, by kind of call', table, rows, failures };
}

async function startAll(parts) {
  const contestants = [];
  const failures = [];
  for (const part of parts) {
    const child = await startChild(enginePath, []);
    try {
      const prepared = await child.ask({ name: 'prepare', ...part });
      const [first] = prepared.disagreements;
      if (first !== undefined)
        failures.push(
          `${prepared.title} disagrees on ${prepared.disagreements.length} requests: ${JSON.stringify(first)}`,
        );
      contestants.push({ ...part, ...prepared, child, perSecond: [] });
    } catch (error) {
      child.stop();
      failures.push(`${part.key} could not run: ${error.message}`);
    }
  }
  return { contestants, failures };
}

/** One round unmeasured, then the others, each starting one further on, so that nobody always runs first. */
async function runRounds(contestants, { rounds, durationMs }) {
  for (const { child } of contestants) await child.ask({ name: 'measureDecisions', durationMs });
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length];
      const { perSecond } = await contestant.child.ask({ name: 'measureDecisions', durationMs });
      contestant.perSecond.push(perSecond);
    }
  }
  for (const { child } of contestants) child.stop();
}

function report(contestants) {
  const baselineOf = (key) => contestants.find((contestant) => contestant.key === key);
  const ratio = (contestant, key) => {
    const baseline = baselineOf(key);
    if (baseline === undefined) return Number.NaN;
    return median(contestant.perSecond.map((perSecond, round) => baseline.perSecond[round] / perSecond));
  };
  const rows = contestants.map((contestant) => ({
    engine: contestant.title,
    perSecond: median(contestant.perSecond),
    rememberedIsFasterBy: ratio(contestant, 'mode-core-remembered'),
    firstAskedIsFasterBy: ratio(contestant, 'mode-core-first-asked'),
    rules: contestant.rules,
    namesRule: contestant.namesRule,
  }));
  const table = formatTable(
    ['engine', 'decisions/s', 'mode-core asked before is', 'mode-core first asked is', 'rules', 'names the rule'],
    rows.map((row) => [
      row.engine,
      formatCount(row.perSecond),
      formatRatio(row.rememberedIsFasterBy),
      formatRatio(row.firstAskedIsFasterBy),
      row.rules,
      row.namesRule,
    ]),
  );
  return { table, rows };
}
