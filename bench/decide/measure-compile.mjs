import { fileURLToPath } from 'node:url';
import { startChild } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { formatMs, formatTable } from '../support/table.mjs';

const enginePath = fileURLToPath(new URL('engine-process.mjs', import.meta.url));

const names = ['mode-core-remembered', 'casl-written-out', 'casl-conditions', 'cel', 'gemini', 'casbin', 'cedar'];

/** Set-up time of every engine: in a new process, once warm, and again after one mode has changed; for 50 modes and for 1,000. */
export async function measureCompile({ quick }) {
  const failures = [];
  const rows = [];
  const rounds = quick ? 1 : 5;
  for (const modeCount of [50, 1000]) {
    const measured = new Map(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const engineName of names) {
        const child = await startChild(enginePath, []);
        const repeats = quick ? 3 : modeCount === 50 ? 20 : 5;
        const question = { name: 'measureCompile', engineName, modeCount, repeats };
        await child.ask(question).then(
          (result) => measured.get(engineName).push(result),
          (error) => failures.push(`${engineName} could not be set up: ${error.message}`),
        );
        child.stop();
      }
    }
    for (const results of measured.values()) if (results.length > 0) rows.push(summarise(results, modeCount));
  }
  const table = formatTable(
    ['set-up', 'rules', 'modes', 'new process', 'warm', 'one mode changed'],
    rows.map((row) => [
      row.engine,
      row.rules,
      String(row.modeCount),
      formatMs(row.firstMs),
      formatMs(row.warmMs),
      formatMs(row.changeOneMs),
    ]),
  );
  return { title: 'compile: set-up of the same world', table, rows, failures };
}

function summarise(results, modeCount) {
  const middle = (field) => median(results.map((result) => result[field]));
  return {
    engine: results[0].title.replace(', asked before', ''),
    rules: results[0].rules,
    modeCount,
    firstMs: middle('firstMs'),
    warmMs: middle('warmMs'),
    changeOneMs: middle('changeOneMs'),
  };
}
