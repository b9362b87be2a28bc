import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../support/statistics.mjs';
import { formatMs, formatTable } from '../support/table.mjs';
import { modesFile, serversFile } from './world.mjs';

const modegate = fileURLToPath(new URL('../../apps/modegate/dist/cli.js', import.meta.url));

/** The program on ten to two thousand modes, about the most that one file may hold: what a mode costs, and how that grows. */
export async function measureGrowth({ quick }) {
  const place = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
  const failures = [];
  const rows = [];
  try {
    for (const count of [10, 30, 100, 300, 1000, 2000]) {
      const folder = join(place, String(count));
      mkdirSync(join(folder, '.roo'), { recursive: true });
      writeFileSync(join(folder, '.roomodes'), modesFile(count));
      writeFileSync(join(folder, '.roo', 'mcp.json'), serversFile);
      const times = [];
      for (let round = 0; round < (quick ? 1 : 5); round++) {
        const startedAt = performance.now();
        const { findings } = await check(folder);
        times.push(performance.now() - startedAt);
        // A tenth of the modes have a key that nobody knows.
        const unknown = findings.filter(({ rule }) => rule === 'M003').length;
        if (unknown !== Math.ceil(count / 10)) failures.push(`${count} modes: ${unknown} unknown keys were found`);
      }
      rows.push({ count, ms: median(times) });
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return { title: 'check: growth with the number of modes', failures, ...report(rows) };
}

function check(folder) {
  return new Promise((resolve, reject) => {
    const parameters = [modegate, 'check', '--project-root', folder, '--format', 'json'];
    execFile(process.execPath, parameters, { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout) => {
      if (error !== null && error.code !== 1) reject(error);
      else resolve(JSON.parse(stdout));
    });
  });
}

function report(rows) {
  const [first] = rows;
  // What a mode costs beyond the start of the program; the same figure at every size is linear growth.
  const grown = rows.map((row) => ({
    ...row,
    perModeMs: row.count === first.count ? undefined : (row.ms - first.ms) / (row.count - first.count),
  }));
  const table = formatTable(
    ['modes', 'whole run', 'for each further mode'],
    grown.map(({ count, ms, perModeMs }) => [
      String(count),
      formatMs(ms),
      perModeMs === undefined ? '-' : formatMs(perModeMs),
    ]),
  );
  return { table, rows: grown };
}
