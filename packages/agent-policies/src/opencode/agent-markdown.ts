import type { PermissionFile } from '../permission-files.ts';
import type { AgentEntry } from './agent-entry.ts';
import { readAgent } from './agent-settings.ts';
import { type FileFault, textAt, valueAt } from './file-value.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';

/** @internal An agent defined in a Markdown file. */
export interface MarkdownAgent extends Pick<FrontMatter, 'fault' | 'dropped'> {
  readonly name: string;
  readonly entry: AgentEntry;
  readonly faults: FileFault[];
}

/**
 * @internal The agent program that reads a Markdown file, and the kind of folder that contains the file: `isMode` for
 * `mode(s)/`.
 */
export interface MarkdownSource {
  readonly agent: 'opencode' | 'kilo';
  readonly isMode: boolean;
  /** Path relative to the folder for agents or modes. */
  readonly path: string;
}

/** @internal Reads an agent file. The front matter's `name` takes precedence over the path. */
export function readMarkdownAgent(file: PermissionFile, { agent, isMode, path }: MarkdownSource): MarkdownAgent {
  const { data, fault, dropped } = readFrontMatter(file.text);
  const faults: FileFault[] = [];
  const read =
    data?.kind === 'map' ? readAgent(data, { file: file.name, agent, faults, ignored: [] }) : { permission: new Map() };
  const name = textAt(valueAt(data, 'name')) ?? path.replace(/\.md$/, '');
  return {
    name,
    entry: isMode ? { ...read, mode: 'primary' } : read,
    faults,
    dropped,
    ...(fault && { fault }),
  };
}
