import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** Folder with files of public repositories; absent on most machines. A worktree lies one folder deeper. */
export const publicFolder =
  [process.env.MODEGATE_CORPUS ?? '', join(root, '../shared/corpus'), join(root, '../../shared/corpus')]
    .map((folder) => join(folder, 'agents'))
    .find((folder) => existsSync(join(folder, 'INDEX.tsv'))) ?? '';

/** A file of a public repository, at the place where its agent would read it. */
export interface PublicFile {
  readonly agent: 'Claude Code' | 'opencode and Kilo' | 'Codex';
  readonly source: string;
  readonly path: string;
  readonly text: string;
}

/** The files of the agents whose permissions are understood. */
export function listPublicFiles(): readonly PublicFile[] {
  if (publicFolder === '') return [];
  const rows = readFileSync(join(publicFolder, 'INDEX.tsv'), 'utf8').split('\n').slice(1);
  return rows.flatMap((row) => {
    const [kind = '', source = '', , path = ''] = row.split('\t');
    const agent = agentOf(kind);
    const file = join(publicFolder, source);
    if (agent === undefined || !existsSync(file)) return [];
    return [{ agent, source, path: placeOf(path, kind), text: readFileSync(file, 'utf8') }];
  });
}

function agentOf(kind: string): PublicFile['agent'] | undefined {
  if (kind.startsWith('claude')) return 'Claude Code';
  if (/^(?:opencode|kilo)/.test(kind)) return 'opencode and Kilo';
  return kind.startsWith('codex') ? 'Codex' : undefined;
}

function placeOf(path: string, kind: string): string {
  if (kind === 'claude-mcp') return '.mcp.json';
  const own = /\.(?:claude|opencode|kilo|kilocode|codex)\/.*$/.exec(path)?.[0];
  const last = path.split('/').at(-1) ?? '';
  if (own !== undefined) return own;
  if (kind === 'claude-settings') return `.claude/${last}`;
  return kind.endsWith('-agents') ? `.${kind.replace('-agents', '')}/agents/${last}` : last;
}
