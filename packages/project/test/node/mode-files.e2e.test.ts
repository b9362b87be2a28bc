import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadProject } from '@modegate/project/node';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'modes-'));
  file = join(root, '.roomodes');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const mode = (slug: string) => ({ slug, name: slug, roleDefinition: 'r', groups: ['read'] });
const text = 'customModes:\n  - slug: a\n    name: a\n    roleDefinition: r\n    groups: [read]\n';
const read = () => readFileSync(file, 'utf8');

test.skipIf(process.platform === 'win32')(
  'a pipe as a modes file is unreadable, and reading does not wait for a writer',
  async () => {
    execFileSync('mkfifo', [file]);
    expect((await loadProject({ projectRoot: root })).modes.project?.unreadable).toContain('regular');
  },
);

test.skipIf(process.platform !== 'linux')('a full disk leaves the old content and no partial file', () => {
  const long = 'x'.repeat(20_000);
  writeFileSync(file, `${text}# ${long}\n`);
  const before = read();
  // A limit on the size of files fails in the same way as a full disk: first a short write, then an error.
  const script = `import { saveMode } from '@modegate/project/node';
    process.on('SIGXFSZ', () => {});
    await saveMode({ file: ${JSON.stringify(file)}, mode: ${JSON.stringify(mode('b'))} }).then(() => console.log('saved'), (error) => console.log(error.code, error.cause.code));`;
  const command = `ulimit -f 8; exec "$0" --conditions=@modegate/source --input-type=module -e "$1"`;
  const output = execFileSync('bash', ['-c', command, process.execPath, script], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  expect(output.trim()).toBe('FILE_WRITE_FAILED EFBIG');
  expect(read()).toBe(before);
  expect(readdirSync(root)).toEqual(['.roomodes']);
});
