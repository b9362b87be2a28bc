import type { AgentFile, AgentFileProblem } from '../agent-files.ts';
import { type MarkdownSource, readMarkdownAgent } from './agent-markdown.ts';
import {
  type AgentEntry,
  type AgentSettings,
  mergeAgents,
  mergeSettings,
  noSettings,
  readAgentSettings,
} from './agent-settings.ts';
import type { FileFault } from './file-value.ts';
import type { PermissionMap } from './permission-map.ts';
import { readFileJsonc } from './read-file-jsonc.ts';

/** @internal A file of settings, or a folder with agents and modes, in the order in which an agent merges them. */
export type SettingsLayer =
  | { readonly kind: 'settings'; readonly file: AgentFile }
  | { readonly kind: 'agents'; readonly folder: string }
  | { readonly kind: 'given'; readonly settings: AgentSettings };

/** @internal What the layers of one start folder say. */
export interface ReadLayers {
  readonly settings: AgentSettings;
  readonly problems: readonly AgentFileProblem[];
  /** First fault that keeps opencode from starting; never set for Kilo. */
  readonly doesNotStart: AgentFileProblem | undefined;
  readonly read: ReadonlyMap<string, string>;
}

/** @internal Reads and merges layers. opencode stops at a fault, and Kilo leaves the file out. */
export function readLayers(
  layers: readonly SettingsLayer[],
  files: readonly AgentFile[],
  agent: MarkdownSource['agent'],
): ReadLayers {
  const reader = new LayerReader(files, agent);
  let settings = noSettings;
  for (const layer of layers) {
    if (layer.kind === 'given') settings = mergeSettings(settings, layer.settings);
    else if (layer.kind === 'settings') settings = mergeSettings(settings, reader.settings(layer.file));
    else settings = { ...settings, agents: mergeAgents(settings.agents, reader.agents(layer.folder)) };
  }
  const modes = [...settings.modes].map(([name, mode]) => [name, { ...mode, mode: 'primary' }] as const);
  settings = {
    ...settings,
    agents: mergeAgents(settings.agents, new Map(modes)),
    permission: underPermission(settings.tools, settings.permission),
  };
  return { settings, problems: reader.problems, doesNotStart: reader.doesNotStart, read: reader.read };
}

/** The old `tools` stand under `permission`, whose values win at the places of the tools. */
function underPermission(tools: PermissionMap, permission: PermissionMap): PermissionMap {
  return new Map([...tools, ...permission]);
}

class LayerReader {
  readonly problems: AgentFileProblem[] = [];
  readonly read = new Map<string, string>();
  doesNotStart: AgentFileProblem | undefined;

  private readonly files: readonly AgentFile[];
  private readonly agent: MarkdownSource['agent'];

  constructor(files: readonly AgentFile[], agent: MarkdownSource['agent']) {
    this.files = files;
    this.agent = agent;
  }

  settings(file: AgentFile): AgentSettings {
    const root = readFileJsonc(file.text);
    if (root === undefined) return noSettings;
    if ('what' in root) return this.refuse(file, [root]);
    const faults: FileFault[] = [];
    const settings = readAgentSettings(root, { file: file.name, agent: this.agent, faults });
    if (faults.length > 0) return this.refuse(file, faults);
    this.read.set(file.name, describeSettings(settings));
    return settings;
  }

  private refuse(file: AgentFile, faults: readonly FileFault[]): AgentSettings {
    for (const fault of faults) {
      const effect =
        this.agent === 'opencode'
          ? 'opencode does not start with this file'
          : 'Kilo leaves the whole file out, with its denials';
      const code = this.agent === 'opencode' ? 'does-not-start' : 'file-left-out';
      const problem = problemOf(file, fault, { code, severity: 'error', effect: `${effect}. Correct this line` });
      this.problems.push(problem);
      if (this.agent === 'opencode') this.doesNotStart ??= problem;
    }
    this.read.set(file.name, 'not readable');
    return noSettings;
  }

  /** Reads the agents and then the modes of a folder. */
  agents(folder: string): ReadonlyMap<string, AgentEntry> {
    const load = (isMode: boolean) => {
      const pattern = isMode ? /^modes?\/[^/]+\.md$/ : /^agents?\/.+\.md$/;
      const found = new Map<string, AgentEntry>();
      for (const file of this.files)
        if (file.path.startsWith(`${folder}/`) && pattern.test(file.path.slice(folder.length + 1)))
          this.agentFile(file, isMode, found);
      return found;
    };
    return mergeAgents(load(false), load(true));
  }

  private agentFile(file: AgentFile, isMode: boolean, found: Map<string, AgentEntry>): void {
    const { name, entry, faults, broken } = readMarkdownAgent(file, { agent: this.agent, isMode });
    if (broken !== undefined) {
      const lost = broken.effect === 'limits lost';
      const effect = lost
        ? 'the agent keeps its name, takes the whole file for its prompt and loses its limits'
        : 'the agent is left out';
      const how = { code: lost ? 'front-matter-lost' : 'agent-left-out', severity: 'error' as const };
      this.problems.push(problemOf(file, broken.fault, { ...how, effect: `${effect}. Correct the front matter` }));
    }
    if (broken?.effect === 'dropped') return;
    if (faults.length > 0) {
      this.refuse(file, faults);
      return;
    }
    this.read.set(file.name, describeAgent(entry));
    found.set(name, entry);
  }
}

function problemOf(
  file: AgentFile,
  { place, what }: FileFault,
  {
    code,
    severity,
    effect,
  }: { readonly code: string; readonly severity: 'error' | 'warning'; readonly effect: string },
): AgentFileProblem {
  return { code, severity, message: `${file.name}:${place.line}: ${what}; ${effect}.`, file: file.name, ...place };
}

function describeSettings({ permission, tools, agents, modes }: AgentSettings): string {
  const rules = countRules(permission) + countRules(tools);
  const count = agents.size + modes.size;
  const inAgents = [...agents.values(), ...modes.values()].reduce(
    (sum, { permission: own }) => sum + countRules(own),
    0,
  );
  const ofAgents = count === 0 ? '' : `, ${count} agent${count === 1 ? '' : 's'}`;
  return `${rules + inAgents} rule${rules + inAgents === 1 ? '' : 's'}${ofAgents}`;
}

function describeAgent({ permission }: AgentEntry): string {
  const count = countRules(permission);
  return `1 agent, ${count} rule${count === 1 ? '' : 's'}`;
}

function countRules(map: PermissionMap): number {
  return [...map.values()].reduce((sum, entry) => sum + ('leaf' in entry ? 1 : entry.patterns.size), 0);
}
