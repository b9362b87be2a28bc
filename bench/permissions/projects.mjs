import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateAgentProjects, generateModeProjects } from './generated-projects.mjs';

/** Kinds of files in the folder of public files, by the title under which they are measured. */
const kinds = {
  'Claude Code': ['claude-settings', 'claude-agents', 'claude-mcp'],
  'opencode and Kilo': ['opencode', 'opencode-agents', 'kilo', 'kilo-agents'],
  Codex: ['codex', 'codex-agents'],
};

/** Title of the projects that the others are compared with. */
export const modes = '.roomodes';

/** Title of the projects of all agents together. */
export const agents = 'agents together';

/** Titles of what is measured. */
export const titles = [modes, agents, ...Object.keys(kinds)];

/** Projects as texts by path: public ones from MODEGATE_CORPUS, or generated ones of the same shape. */
export function listProjects(title) {
  const folder = process.env.MODEGATE_CORPUS;
  const own = kinds[title] ?? Object.values(kinds).flat();
  if (folder === undefined) return title === modes ? generateModeProjects() : generateAgentProjects(own);
  return title === modes ? readModes(join(folder, 'roomodes')) : readAgents(join(folder, 'agents'), new Set(own));
}

function readModes(folder) {
  return readdirSync(folder).map((name) => ({ '.roomodes': readFileSync(join(folder, name), 'utf8') }));
}

/** A project for each repository; a file that is there in a second version begins another one. */
function readAgents(folder, own) {
  const projects = new Map();
  for (const row of readFileSync(join(folder, 'INDEX.tsv'), 'utf8').split('\n').slice(1)) {
    const [kind, file, repository, path] = row.split('\t');
    if (!own.has(kind)) continue;
    const versions = projects.get(repository) ?? [];
    projects.set(repository, versions);
    const place = placeOf(path, kind);
    const free = versions.find((project) => project[place] === undefined) ?? versions[versions.push({}) - 1];
    free[place] = readFileSync(join(folder, file), 'utf8');
  }
  return [...projects.values()].flat();
}

/** Dotfiles and templates have these files at other places; here they are where their agent reads them. */
function placeOf(path, kind) {
  const own = /\.(?:claude|opencode|kilo|kilocode|codex)\/.*$/.exec(path)?.[0];
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (kind === 'claude-mcp') return '.mcp.json';
  if (own !== undefined) return own;
  const agent = kind.replace(/-.*/, '');
  if (kind.endsWith('-agents')) return `.${agent}/agents/${last}`;
  return agent === 'claude' || agent === 'codex' ? `.${agent}/${last}` : last;
}
