import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleEcho } from './bundle-echo.mjs';
import { callTool } from './json-rpc-driver.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The product's server as it is published. */
export const modesServerPath = join(root, 'apps/modes-server/dist/cli.js');

/** The folder of the quickstart, or undefined while it holds no modes. */
export function findQuickstart() {
  const folder = join(root, 'examples/quickstart');
  return existsSync(join(folder, '.roomodes')) ? folder : undefined;
}

/** Runs with an empty project and an empty home, so that nobody's own modes are measured. */
export async function withEmptyPlaces(run) {
  const place = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
  const emptyProject = join(place, 'project');
  const home = join(place, 'home');
  mkdirSync(emptyProject);
  mkdirSync(home);
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, '.config') };
  try {
    return await run({ emptyProject, env, echoPath: await bundleEcho() });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The echo tool, with the calls to make in turn and a check of each answer. */
export async function prepareEcho() {
  const texts = ['write_to_file docs/plan.md', 'write_to_file src/app.py'];
  return {
    tool: 'echo',
    calls: texts.map((text) => ({ parameters: { text }, check: (result) => result.content?.[0]?.text === text })),
  };
}

/** A task in a mode that may edit Markdown only, and two questions about it: one allowed, one refused. */
export async function prepareModesServer(server) {
  const created = await callTool(server, 'create_task', { mode_slug: 'architect' });
  const sessionId = created.structuredContent?.session_id;
  if (typeof sessionId !== 'string') throw new Error(`create_task gave no session: ${JSON.stringify(created)}`);
  const question = (path, allowed) => ({
    parameters: { session_id: sessionId, tool_name: 'write_to_file', file_path: path },
    check: (result) => result.structuredContent?.allowed === allowed,
  });
  return { tool: 'validate_tool_use', calls: [question('docs/plan.md', true), question('src/app.py', false)] };
}
