// Runs every example; each checks itself and ends with a code other than 0 when something is not as its story says.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { finish } from './failures.ts';
import { runCommand } from './run-command.ts';
import { root } from './workspace.ts';

const entries = ['tour.mjs', 'main.mjs', 'main.ts'];

const examples = globSync('examples/*/', { cwd: root }).map((path) => path.replaceAll('\\', '/').replace(/\/$/, ''));
const missing = examples.length === 0 ? ['examples/ holds no example'] : [];
const failures = examples.flatMap((example) => {
  const entry = entries.find((name) => existsSync(join(root, example, name)));
  if (entry === undefined) return [`${example}: expected one of ${entries.join(', ')} to run`];
  const { passed, output } = runCommand('node', [join(root, example, entry)], { cwd: root, timeoutMs: 120_000 });
  return passed ? [] : [`${example}/${entry} fails\n${output}`];
});
finish('check:examples', [...missing, ...failures], `${examples.length} examples do what their stories say`);
