// Copies the file of the sessions while servers write to it: node backup.mjs <sessions.db> <copy>. The copy is one moment of the file, and is
// checked. Exit code 1, and no copy, when that is not possible.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const [, , from, to] = process.argv;
const unfinished = `${to}.unfinished`;

try {
  if (from === undefined || to === undefined) throw new Error('Usage: node backup.mjs <sessions.db> <copy>');
  if (!existsSync(from)) throw new Error(`${from} is not there.`);
  if (existsSync(to)) throw new Error(`${to} is there; a copy replaces nothing.`);
  copy();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function copy() {
  process.umask(0o077);
  rmSync(unfinished, { force: true });
  const source = new DatabaseSync(from);
  source.exec('PRAGMA busy_timeout = 10000');
  source.prepare('VACUUM INTO ?').run(unfinished);
  source.close();
  const written = new DatabaseSync(unfinished);
  const { integrity_check: found } = written.prepare('PRAGMA integrity_check').get();
  written.close();
  if (found !== 'ok') throw new Error(`The copy is damaged: ${found}`);
  renameSync(unfinished, to);
}
