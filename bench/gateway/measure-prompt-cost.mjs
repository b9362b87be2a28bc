import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modesServerPath, withEmptyPlaces } from '../server/contestants.mjs';
import { formatCount, formatRatio, formatTable } from '../support/table.mjs';

const packages = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol/', import.meta.url));

// One mode of the reader's own beside the built-in ones, limited as a careful author would.
const modes = `customModes:
  - slug: file-reader
    name: File reader
    roleDefinition: You read files.
    groups: [read, mcp]
    mcpRestrictions:
      allowedTools:
        - { serverName: filesystem, toolName: read_* }
        - { serverName: filesystem, toolName: list_* }
`;

/** Tools and tokens that an agent is sent in each mode, for two well-known servers, against all that they offer. */
export async function measurePromptCost() {
  return withEmptyPlaces(async ({ emptyProject, env }) => {
    const file = join(env.HOME, 'servers.json');
    const entry = (name, ...args) => ({
      command: process.execPath,
      args: [join(packages, name, 'dist/index.js'), ...args],
    });
    const mcpServers = {
      everything: entry('server-everything', 'stdio'),
      filesystem: entry('server-filesystem', emptyProject),
    };
    writeFileSync(file, JSON.stringify({ mcpServers }));
    writeFileSync(join(emptyProject, '.roomodes'), modes);
    const flags = ['doctor', '--json', '--servers', file, '--project-root', emptyProject];
    const options = { cwd: emptyProject, env, encoding: 'utf8', timeout: 60_000 };
    const { gateway } = JSON.parse(execFileSync(process.execPath, [modesServerPath, ...flags], options));
    return { title: 'gateway: what an agent is sent, by mode', ...report(gateway) };
  });
}

function report({ servers, modes: seen }) {
  const failures = servers
    .filter(({ state }) => state.status !== 'connected')
    .map(({ name }) => `${name} did not connect, so the counts mean nothing`);
  const all = { slug: 'without modes', tools: sum(servers, 'tools'), tokens: sum(servers, 'tokens') };
  const rows = [all, ...seen].map((row) => ({ ...row, ofAll: row.tokens / all.tokens }));
  const table = formatTable(
    ['mode', 'tools', 'tokens', 'of all'],
    rows.map(({ slug, tools, tokens, ofAll }) => [slug, String(tools), formatCount(tokens), formatRatio(ofAll)]),
  );
  return { table, rows, failures };
}

function sum(items, key) {
  return items.reduce((total, item) => total + item[key], 0);
}
