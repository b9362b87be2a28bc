import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../support/statistics.mjs';
import { formatMs, formatTable } from '../support/table.mjs';
import { modesFile, serversFile } from './world.mjs';

const modegate = fileURLToPath(new URL('../../apps/modegate/dist/cli.js', import.meta.url));

/** The program on ten to ten thousand modes: what a mode costs, and how that grows. */
export async function measureGrowth({ quick }) {
  const place = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
  const failures = [];
  const rows = [];
  try {
    for (const count of [10, 30, 100, 300, 1000, 2000, 10_000]) {
      // A file holds some 2,400 modes like these, so ten thousand are five projects.
      const projects = Math.ceil(count / 2000);
      const folders = Array.from({ length: projects }, (_, index) => join(place, `${count}-${index}`));
      for (const folder of folders) {
        mkdirSync(join(folder, '.roo'), { recursive: true });
        writeFileSync(join(folder, '.roomodes'), modesFile(count / projects));
        writeFileSync(join(folder, '.roo', 'mcp.json'), serversFile);
      }
      const times = [];
      for (let round = 0; round < (quick ? 1 : 5); round++) {
        const startedAt = performance.now();
        const { findings } = await check(folders);
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

function check(folders) {
  return new Promise((resolve, reject) => {
    const parameters = [modegate, 'check', ...folders, '--format', 'json'];
    execFile(process.execPath, parameters, { cwd: folders[0], maxBuffer: 1 << 28 }, (error, stdout) => {
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
