import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, quantile } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { programs } from './programs.mjs';
import { takeTurns } from './whole-run.mjs';

const project = fileURLToPath(new URL('../../examples/quickstart', import.meta.url));
const why = ['why', 'docs-writer', 'write_to_file', '--file', 'src/a.ts'];

/** A whole run on the example project, beside a Node that does nothing. Warm: V8's cache is there; cold: it has to be made. */
export async function measureFirstAnswer({ quick }) {
  const cache = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
  try {
    const contestants = [{ title: 'node -e 0', cwd: project, args: ['-e', '0'] }, ...programs.flatMap(listRuns(cache))];
    const runs = await takeTurns(contestants, quick ? 5 : 25);
    const failures = contestants.flatMap(({ title, saw }, index) =>
      runs[index].every(({ output }) => saw === undefined || output.includes(saw)) ? [] : [`${title}: a wrong answer`],
    );
    return { title: 'start: a whole run on the example project', failures, ...report(contestants, runs) };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

function listRuns(cache) {
  return ({ title, file }) => {
    const run = (name, args, saw) => ({ title: `${title} ${name}`, cwd: project, args: [file, ...args], saw });
    const warm = { env: { XDG_CACHE_HOME: join(cache, 'warm') } };
    const cold = join(cache, 'cold');
    return [
      { ...run('check, warm', ['check'], 'M040'), ...warm },
      { ...run('why, warm', why, 'refused'), ...warm },
      {
        ...run('check, cold', ['check'], 'M040'),
        env: { XDG_CACHE_HOME: cold },
        prepare: () => rmSync(cold, { recursive: true, force: true }),
      },
    ];
  };
}

function report(contestants, runs) {
  const [empty] = runs;
  const rows = contestants.map(({ title }, index) => {
    const ms = runs[index].map((run) => run.ms);
    const ofNode = median(ms.map((value, round) => value / empty[round].ms));
    return { program: title, ms: median(ms), p10Ms: quantile(ms, 0.1), ofNode };
  });
  const table = formatTable(
    ['run', 'median', 'p10', 'of an empty Node'],
    rows.map((row) => [row.program, formatMs(row.ms), formatMs(row.p10Ms), formatRatio(row.ofNode)]),
  );
  return { table, rows };
}
