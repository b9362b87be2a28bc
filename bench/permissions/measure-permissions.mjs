import { fileURLToPath } from 'node:url';
import { startChild } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { agents, modes, titles } from './projects.mjs';

const script = fileURLToPath(new URL('./check-process.mjs', import.meta.url));

/** The most that permission files of all agents may cost beside `.roomodes`, first and later. */
const mostTimes = 1.5;

/** `check` on permission files of agents beside `check` on `.roomodes`: processor time for each 100 kB of text. */
export async function measurePermissions({ quick }) {
  const failures = [];
  const rows = titles.map((title) => ({ title, first: [], later: [] }));
  for (let round = 0; round < (quick ? 1 : 3); round++)
    for (let turn = 0; turn < rows.length; turn++) {
      const row = rows[(turn + round) % rows.length];
      const [first, ...others] = await measureRound(row, { passes: quick ? 6 : 10, failures });
      row.first.push(first);
      // The first few after it are still being compiled.
      row.later.push(Math.min(...others));
    }
  const base = rows.find(({ title }) => title === modes);
  const results = rows.map(({ first, later, ...row }) => ({
    ...row,
    firstMs: median(first),
    firstRatio: median(first.map((ms, round) => ms / base.first[round])),
    laterMs: median(later),
    laterRatio: median(later.map((ms, round) => ms / base.later[round])),
  }));
  const { firstRatio, laterRatio } = results.find(({ title }) => title === agents);
  if (Math.max(firstRatio, laterRatio) > mostTimes)
    failures.push(`${agents} take ${formatRatio(firstRatio)} and ${formatRatio(laterRatio)} of the time of ${modes}`);
  return { title: `check: 100 kB of permission files beside 100 kB of ${modes}`, failures, ...report(results) };
}

/** Times for each 100 kB of one process, which has loaded its modules and has not checked anything yet. */
async function measureRound(row, { passes, failures }) {
  const child = await startChild(script, [], ['--conditions=@modegate/source']);
  try {
    const { projects, files, bytes } = await child.ask({ name: 'prepare', title: row.title });
    Object.assign(row, { projects, files, bytes });
    const times = [];
    for (let pass = 0; pass < passes; pass++) {
      const { ms, findings, faults } = await child.ask({ name: 'pass' });
      row.findings ??= findings;
      if (findings !== row.findings) failures.push(`${row.title}: ${findings} findings after ${row.findings}`);
      failures.push(...faults);
      times.push((ms / bytes) * 100_000);
    }
    return times;
  } finally {
    child.stop();
  }
}

function report(rows) {
  const table = formatTable(
    ['files', 'projects', 'files', 'kB', 'findings', 'first', `of ${modes}`, 'later', `of ${modes}`],
    rows.map((row) => [
      row.title,
      String(row.projects),
      String(row.files),
      (row.bytes / 1000).toFixed(0),
      String(row.findings),
      formatMs(row.firstMs),
      formatRatio(row.firstRatio),
      formatMs(row.laterMs),
      formatRatio(row.laterRatio),
    ]),
  );
  return { table, rows };
}
