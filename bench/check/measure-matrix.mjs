import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { serversFile } from './world.mjs';

const modegate = fileURLToPath(new URL('../../apps/modegate/dist/cli.js', import.meta.url));
const mostTimes = 3;
const formats = ['table', 'markdown', 'csv', 'json'];

/** `matrix` on up to ten thousand modes, each with a limit of its own, beside `check` on the same. */
export async function measureMatrix({ quick }) {
  const place = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
  const failures = [];
  const rows = [];
  try {
    for (const count of [1000, 3000, 10_000]) {
      const project = writeProject(join(place, String(count)), count);
      const check = await measure(project, ['check', '--format', 'json'], quick);
      rows.push({ count, name: 'check', ...check, ratio: 1, memoryRatio: 1 });
      for (const format of formats) {
        const one = await measure(project, ['matrix', '--format', format], quick);
        const row = { count, name: `matrix, ${format}`, ...one, ratio: one.ms / check.ms };
        rows.push({ ...row, memoryRatio: one.peakMiB / check.peakMiB });
        if (one.lines < 40) failures.push(`matrix of ${count} modes as ${format}: ${one.lines} lines`);
      }
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  for (const { count, name, ratio, memoryRatio } of rows)
    if (Math.max(ratio, memoryRatio) > mostTimes)
      failures.push(
        `${name} of ${count} modes takes ${ratio.toFixed(1)} times the time of check, ${memoryRatio.toFixed(1)} times its memory`,
      );
  return { title: 'matrix: growth with the number of modes, beside check on the same', failures, ...report(rows) };
}

/** A file may have 250,000 elements, so ten thousand modes are two files: the project's and the user's own. */
function writeProject(root, count) {
  const user = join(root, 'user');
  mkdirSync(join(root, '.roo'), { recursive: true });
  mkdirSync(user);
  writeFileSync(join(root, '.roomodes'), modesJson(count / 2, 'project'));
  writeFileSync(join(user, 'custom_modes.json'), modesJson(count / 2, 'user'));
  writeFileSync(join(root, '.roo', 'mcp.json'), serversFile);
  return ['--project-root', root, '--global', '--global-config-dir', user];
}

function modesJson(count, prefix) {
  const customModes = Array.from({ length: count }, (_, index) => ({
    slug: `${prefix}-${index}`,
    name: 'M',
    roleDefinition: 'R',
    groups: ['read', ['edit', { fileRegex: `^part-${index}/` }], ...(index % 10 === 0 ? ['command'] : []), 'mcp'],
  }));
  return JSON.stringify({ customModes });
}

async function measure(project, command, quick) {
  const runs = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) runs.push(await run([...command, ...project]));
  return {
    ms: median(runs.map(({ ms }) => ms)),
    peakMiB: median(runs.map(({ peakMiB }) => peakMiB)),
    lines: runs[0].lines,
  };
}

const tellsPeak = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\npeak '+process.resourceUsage().maxRSS))`;

function run(parameters) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['--import', tellsPeak, modegate, ...parameters]);
    let [lines, said] = [0, ''];
    child.stdout.on('data', (bytes) => {
      for (let at = bytes.indexOf(10); at >= 0 && lines < 40; at = bytes.indexOf(10, at + 1)) lines++;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = `${said}${text}`.slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const [, peak] = /peak (\d+)$/.exec(said) ?? [];
      if (peak === undefined || code > 1)
        reject(new Error(`modegate ${parameters.join(' ')} ended with ${code}: ${said}`));
      else resolve({ ms: performance.now() - startedAt, peakMiB: Number(peak) / 1024, lines });
    });
  });
}

function report(rows) {
  const table = formatTable(
    ['modes', 'command', 'whole run', 'of check', 'peak memory', 'of check'],
    rows.map(({ count, name, ms, ratio, peakMiB, memoryRatio }) => [
      String(count),
      name,
      formatMs(ms),
      formatRatio(ratio),
      `${Math.round(peakMiB)} MiB`,
      formatRatio(memoryRatio),
    ]),
  );
  return { table, rows };
}
