import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, quantile } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { jsonFile, modesFile, serversFile } from './world.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);
const files = 10;

/** A whole run of each program on ten small files of its own kind: what a pre-commit hook waits for. */
export async function measureColdStart({ quick }) {
  const place = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
  try {
    const contestants = prepare(place).map((contestant) => ({ ...contestant, ms: [] }));
    const failures = [];
    for (let round = 0; round <= (quick ? 3 : 15); round++) {
      for (let turn = 0; turn < contestants.length; turn++) {
        const contestant = contestants[(turn + round) % contestants.length];
        const startedAt = performance.now();
        const output = await run(contestant);
        if (round > 0) contestant.ms.push(performance.now() - startedAt);
        if (!contestant.saw(output)) failures.push(`${contestant.title} did not do its work: ${output.slice(0, 300)}`);
      }
    }
    return { title: `check: a whole run on ${files} files`, failures, ...report(contestants) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function prepare(place) {
  const json = join(place, 'json');
  const modes = join(place, 'modes');
  mkdirSync(json);
  mkdirSync(modes);
  for (let index = 0; index < files; index++) {
    writeFileSync(join(json, `file-${index}.json`), jsonFile(index));
    const folder = join(modes, `project-${index}`);
    mkdirSync(join(folder, '.roo'), { recursive: true });
    writeFileSync(join(folder, '.roomodes'), modesFile(10));
    writeFileSync(join(folder, '.roo', 'mcp.json'), serversFile);
  }
  // ESLint finds its plugin beside its configuration.
  symlinkSync(join(root, 'bench/node_modules'), join(place, 'node_modules'), 'junction');
  const eslintConfig = `import json from '@eslint/json';
export default [{ files: ['**/*.json'], plugins: { json }, language: 'json/json', rules: { 'json/no-duplicate-keys': 'error' } }];
`;
  const config = join(place, 'eslint.config.mjs');
  writeFileSync(config, eslintConfig);
  const eslint = join(dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const projects = Array.from({ length: files }, (_, index) => join(modes, `project-${index}`));
  const modegate = join(root, 'apps/modegate/dist/cli.js');
  return [
    {
      title: 'eslint with @eslint/json',
      cwd: json,
      args: [eslint, '--config', config, '--format', 'json', '.'],
      saw: (out) => out.includes('file-9.json'),
    },
    {
      title: 'biome lint (a native program)',
      cwd: json,
      args: [biome, 'lint', '.'],
      saw: (out) => out.includes(`Checked ${files}`),
    },
    {
      title: 'modegate check, one project',
      cwd: projects[0],
      args: [modegate, 'check', '--project-root', projects[0], '--format', 'json'],
      saw: (out) => out.includes('M003'),
    },
    { title: 'node, an empty script', cwd: json, args: ['-e', '0'], saw: () => true },
  ];
}

function run({ cwd, args }) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error !== null && error.code !== 1) reject(error);
      else resolve(stdout + stderr);
    });
  });
}

function report(contestants) {
  const [eslint] = contestants;
  const rows = contestants.map(({ title, ms }) => ({
    program: title,
    ms: median(ms),
    p90Ms: quantile(ms, 0.9),
    ofEslint: median(ms.map((value, round) => value / eslint.ms[round])),
  }));
  const table = formatTable(
    ['program', 'median', 'p90', 'of eslint'],
    rows.map((row) => [row.program, formatMs(row.ms), formatMs(row.p90Ms), formatRatio(row.ofEslint)]),
  );
  return { table, rows };
}
