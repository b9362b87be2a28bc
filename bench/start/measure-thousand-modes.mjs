import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modesFile, serversFile } from '../check/world.mjs';
import { median } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { programs } from './programs.mjs';
import { takeTurns } from './whole-run.mjs';

const require = createRequire(import.meta.url);
const count = 1000;

/** A check of a thousand modes, in time and memory, beside ESLint on a JSON file of a thousand entries of that size. */
export async function measureThousandModes({ quick }) {
  const place = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
  try {
    const contestants = [eslint(place), ...programs.map(modegate(place))];
    const timed = await takeTurns(contestants, quick ? 1 : 7);
    const weighed = await takeTurns(
      contestants.map((one) => ({ ...one, tellsMemory: true })),
      quick ? 1 : 3,
    );
    const failures = contestants.flatMap(({ title, saw }, index) =>
      [...timed[index], ...weighed[index]].every(({ output }) => saw(output)) ? [] : [`${title}: a wrong answer`],
    );
    return { title: `start: ${count} modes`, failures, ...report(contestants, timed, weighed) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function modegate(place) {
  return ({ title, file }) => {
    const project = join(place, 'project');
    mkdirSync(join(project, '.roo'), { recursive: true });
    writeFileSync(join(project, '.roomodes'), modesFile(count));
    writeFileSync(join(project, '.roo', 'mcp.json'), serversFile);
    return {
      title: `${title} check`,
      cwd: project,
      args: [file, 'check', '--format', 'json'],
      env: { XDG_CACHE_HOME: join(place, 'cache') },
      saw: (output) => JSON.parse(output).findings.filter(({ rule }) => rule === 'M003').length === count / 10,
    };
  };
}

function eslint(place) {
  const folder = join(place, 'json');
  mkdirSync(folder);
  const mode = modesFile(1);
  const entries = Array.from({ length: count }, (_, at) => ({ at, lines: mode.split('\n') }));
  writeFileSync(join(folder, 'modes.json'), JSON.stringify(entries, null, 2));
  // ESLint finds its plugin beside its configuration.
  symlinkSync(fileURLToPath(new URL('../node_modules', import.meta.url)), join(place, 'node_modules'), 'junction');
  const config = join(place, 'eslint.config.mjs');
  writeFileSync(
    config,
    `import json from '@eslint/json';
export default [{ files: ['**/*.json'], plugins: { json }, language: 'json/json', rules: { 'json/no-duplicate-keys': 'error' } }];
`,
  );
  const program = join(dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
  return {
    title: 'eslint with @eslint/json',
    cwd: folder,
    args: [program, '--config', config, '--format', 'json', '.'],
    saw: (output) => output.includes('modes.json'),
  };
}

function report(contestants, timed, weighed) {
  const [eslintRuns] = timed;
  const rows = contestants.map(({ title }, index) => ({
    program: title,
    ms: median(timed[index].map(({ ms }) => ms)),
    ofEslint: median(timed[index].map(({ ms }, round) => ms / eslintRuns[round].ms)),
    memoryMiB: median(weighed[index].map(({ memoryMiB }) => memoryMiB)),
  }));
  const table = formatTable(
    ['program', 'median', 'of eslint', 'most memory'],
    rows.map((row) => [row.program, formatMs(row.ms), formatRatio(row.ofEslint), `${Math.round(row.memoryMiB)} MiB`]),
  );
  return { table, rows };
}
