import type { AgentFile } from '../agent-files.ts';
import { type AgentEntry, readAgent } from './agent-settings.ts';
import { type FileFault, textAt, valueAt } from './file-value.ts';
import { readFrontMatter } from './front-matter.ts';

/** @internal An agent that stands in a Markdown file. */
export interface MarkdownAgent {
  readonly name: string;
  readonly entry: AgentEntry;
  readonly faults: readonly FileFault[];
  /** Set if the front matter does not parse: `limits lost` keeps the agent without them, `dropped` leaves it out. */
  readonly broken?: { readonly fault: FileFault; readonly effect: 'limits lost' | 'dropped' };
}

/** @internal Which agent reads the file, and whether it stands in `mode(s)/`. */
export interface MarkdownSource {
  readonly agent: 'opencode' | 'kilo';
  readonly isMode: boolean;
}

/** @internal Reads an agent file. The front matter's `name` wins over the path. */
export function readMarkdownAgent(file: AgentFile, { agent, isMode }: MarkdownSource): MarkdownAgent {
  const { data, fault, dropped } = readFrontMatter(file.text);
  const faults: FileFault[] = [];
  const read = data?.kind === 'map' ? readAgent(data, { file: file.name, agent, faults }) : { permission: new Map() };
  const name = textAt(valueAt(data, 'name')) ?? (isMode ? baseName(file.path) : nameFromPath(file.path, agent));
  return {
    name,
    entry: isMode ? { ...read, mode: 'primary' } : read,
    faults,
    ...(fault && { broken: { fault, effect: dropped ? ('dropped' as const) : ('limits lost' as const) } }),
  };
}

/** Path below the first folder of this name, as the agent cuts it. */
function nameFromPath(path: string, agent: MarkdownSource['agent']): string {
  const folders = agent === 'kilo' ? ['/.kilo', '/.kilocode', ''] : ['/.opencode', ''];
  for (const folder of folders)
    for (const part of [`${folder}/agent/`, `${folder}/agents/`]) {
      const index = path.indexOf(part);
      if (index !== -1) return withoutExtension(path.slice(index + part.length));
    }
  return baseName(path);
}

function baseName(path: string): string {
  return withoutExtension(path.slice(path.lastIndexOf('/') + 1));
}

function withoutExtension(path: string): string {
  return path.replace(/\.md$/, '');
}
