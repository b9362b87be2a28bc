// Writes the API reference from the comments of the sources: `node docs/tools/main.mjs`, or with --check compares it and writes
// nothing. Either way an export without a comment fails, and so does a link in a document that leads nowhere.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brokenLinks } from './broken-links.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = join(root, 'docs/api');

installTypeScript();
// Only now, because the compiler has to be there.
const { readPackages } = await import('./read-packages.mjs');
const { renderReference } = await import('./render-reference.mjs');

const { packages, problems } = readPackages(root);
const reference = renderReference(packages);
const failures = [...problems, ...reference.problems];
if (process.argv.includes('--check')) failures.push(...differences(reference.pages));
else if (failures.length === 0) writePages(reference.pages);
failures.push(...brokenLinks(root));
for (const failure of failures) process.stderr.write(`✗ ${failure}\n`);
process.stdout.write(`docs:api: ${reference.pages.size} pages, ${failures.length} problems\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function installTypeScript() {
  const tools = join(root, 'docs/tools');
  const installed = join(tools, 'node_modules/.pnpm/lock.yaml');
  const wanted = readFileSync(join(tools, 'pnpm-lock.yaml'), 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const parameters = [
    '-y',
    packageManager,
    '--dir',
    'docs/tools',
    'install',
    '--ignore-workspace',
    '--frozen-lockfile',
  ];
  const { status, stdout, stderr } = spawnSync('npx', parameters, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Could not install TypeScript for docs/tools.\n${stdout}${stderr}`);
}

function writePages(pages) {
  rmSync(target, { recursive: true, force: true });
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
}

function differences(pages) {
  const present = globSync('**/*.md', { cwd: target }).map((path) => path.replaceAll('\\', '/'));
  const all = new Set([...pages.keys(), ...present]);
  const stale = [...all].filter(
    (path) => !present.includes(path) || !pages.has(path) || read(path) !== pages.get(path),
  );
  return stale.map(
    (path) => `docs/api/${path} is not what the sources say; run "pnpm docs:api" and commit the result.`,
  );
}

function read(path) {
  return readFileSync(join(target, path), 'utf8').replaceAll('\r\n', '\n');
}
