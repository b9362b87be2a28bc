import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../run-command.ts';
import { root } from '../workspace.ts';

/** Where the lines of one document are run: a project under git, and a home of its own. */
export interface NpxPlace {
  readonly project: string;
  readonly home: string;
  /** Of an agent that is simulated. */
  readonly socket: string;
}

/** The project of the quickstart, one server in the files that the documents name, and nothing else. */
export function createPlace(folder: string, registryUrl: string): NpxPlace {
  const place = { project: join(folder, 'project'), home: join(folder, 'home'), socket: join(folder, 'agent.sock') };
  cpSync(join(root, 'examples/quickstart'), place.project, { recursive: true });
  mkdirSync(join(place.home, '.config/modegate'), { recursive: true });
  writeFileSync(join(place.home, '.npmrc'), `@modegate:registry=${registryUrl}\n`);
  const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  const servers = JSON.stringify({ mcpServers: { github: { command: 'node', args: [everything] } } });
  const files = [
    join(place.project, 'servers.json'),
    join(place.project, '.mcp.json'),
    join(place.home, '.config/modegate/servers.json'),
  ];
  for (const file of files) writeFileSync(file, servers);
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    [...author, 'commit', '-qm', 'A project'],
  ])
    mustRun('git', words, { cwd: place.project });
  return place;
}

const author = ['-c', 'user.name=check', '-c', 'user.email=check@modegate.test'];

/** What a reader fills in: addresses that are free on this machine, and places that exist. */
export function fillIn(text: string, { project, home, socket }: NpxPlace): string {
  return text
    .replaceAll(/\/path\/to\/(your\/)?project|\$\{workspaceFolder\}/g, project)
    .replaceAll('/home/you', home)
    .replaceAll('/tmp/roo.sock', socket)
    .replace(/(ipc-server)( (?:simulate|doctor))?( --method|$)/, `$1$2 --socket ${socket}$3`)
    .replace(/--http (127\.0\.0\.1:)?\d+/, '--http 127.0.0.1:0')
    .replace(/^npx -y @modelcontextprotocol\/inspector/, 'mcp-inspector');
}
