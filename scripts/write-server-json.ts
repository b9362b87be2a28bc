// Writes the server.json of every server that the MCP registry lists; with --check, says which of them differ.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish } from './failures.ts';
import { createServerJson, listedServers } from './release/server-json.ts';
import { root } from './workspace.ts';

const isCheck = process.argv.includes('--check');
const failures = Object.keys(listedServers).flatMap((app) => {
  const file = join(root, 'apps', app, 'server.json');
  const wanted = createServerJson(app);
  const written: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (JSON.stringify(written) === JSON.stringify(wanted)) return [];
  if (isCheck) return [`apps/${app}/server.json is not what package.json says; run "pnpm server-json".`];
  writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`);
  return [];
});
finish('server-json', failures, `${Object.keys(listedServers).length} files`);
