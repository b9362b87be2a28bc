import type { AgentLaunch } from '../agent-answer.ts';
import { countNoun } from '../count-noun.ts';
import type { PermissionFile, PermissionFileProblem, PermissionFiles } from '../permission-files.ts';
import type { AgentEntry } from './agent-entry.ts';
import { type MarkdownSource, readMarkdownAgent } from './agent-markdown.ts';
import { type AgentSettings, mergeAgents, mergeSettings, noSettings, readAgentSettings } from './agent-settings.ts';
import type { FileFault, FileValue } from './file-value.ts';
import { findLaunches } from './find-launches.ts';
import { isWithin } from './paths.ts';
import type { PermissionMap } from './permission-map.ts';
import { readFileJsonc } from './read-file-jsonc.ts';

/** @internal A settings file, or a folder with agents and modes, in the order in which an agent merges them. */
export type SettingsLayer =
  | { readonly kind: 'settings'; readonly file: PermissionFile }
  | { readonly kind: 'agents'; readonly folder: string }
  | { readonly kind: 'given'; readonly settings: AgentSettings };

/** @internal Contents of the layers for one start folder. */
export interface ReadLayers {
  readonly settings: AgentSettings;
  readonly problems: readonly PermissionFileProblem[];
  /** First fault that prevents opencode from starting; never set for Kilo. */
  readonly doesNotStart: PermissionFileProblem | undefined;
  readonly read: ReadonlyMap<string, string>;
  readonly launches: readonly AgentLaunch[];
}

/** @internal Agent whose layers are read, and the contents that the agent does not allow in a file. */
export interface LayerAgent {
  readonly agent: MarkdownSource['agent'];
  /** Returns the reason, found in a file's text or value, why the agent ignores the file. */
  readonly forbidden?: (file: PermissionFile, files: PermissionFiles) => FileFault | undefined;
  /** Removes the parts of a project file that the agent ignores. */
  readonly cut?: (root: FileValue) => FileValue;
}

/** @internal Reads and merges layers. If a file has a fault, opencode stops, whereas Kilo ignores the file. */
export function readLayers(layers: readonly SettingsLayer[], files: PermissionFiles, agent: LayerAgent): ReadLayers {
  const reader = new LayerReader(files, agent);
  let settings = noSettings;
  let inSettings = noSettings.agents;
  for (const layer of layers) {
    if (layer.kind === 'agents') {
      const agents = mergeMarkdown(settings.agents, reader.agents(layer.folder), { agent: agent.agent, inSettings });
      settings = { ...settings, agents, plugins: new Set([...settings.plugins, ...reader.code(layer.folder)]) };
    } else {
      const read = layer.kind === 'given' ? layer.settings : reader.settings(layer.file);
      settings = mergeSettings(settings, read);
      inSettings = mergeAgents(inSettings, read.agents);
    }
  }
  const modes = [...settings.modes].map(([name, mode]) => [name, { ...mode, mode: 'primary' }] as const);
  settings = {
    ...settings,
    agents: mergeAgents(settings.agents, new Map(modes)),
    // The values of `permission` replace those of the matching tools in the old `tools`.
    permission: new Map([...settings.tools, ...settings.permission]),
  };
  const { problems, doesNotStart, read, launches } = reader;
  return { settings, problems, doesNotStart, read, launches };
}

/**
 * Merges a Markdown agent: in Kilo, a settings entry that does not make an agent primary takes precedence over a
 * Markdown file that does.
 */
function mergeMarkdown(
  agents: AgentSettings['agents'],
  found: AgentSettings['agents'],
  { agent, inSettings }: { readonly agent: MarkdownSource['agent']; readonly inSettings: AgentSettings['agents'] },
): AgentSettings['agents'] {
  const merged = mergeAgents(agents, found);
  const winners = [...found].flatMap(([name, { mode }]) => {
    const own = inSettings.get(name);
    const wins = agent === 'kilo' && mode === 'primary' && own !== undefined && own.mode !== 'primary';
    return wins ? [[name, { ...own, mode: own.mode ?? 'all' }] as const] : [];
  });
  return mergeAgents(merged, new Map(winners));
}

class LayerReader {
  readonly problems: PermissionFileProblem[] = [];
  readonly launches: AgentLaunch[] = [];
  readonly read = new Map<string, string>();
  doesNotStart: PermissionFileProblem | undefined;

  private readonly files: PermissionFiles;
  private readonly own: LayerAgent;

  constructor(files: PermissionFiles, own: LayerAgent) {
    this.files = files;
    this.own = own;
  }

  settings(file: PermissionFile): AgentSettings {
    const root = readFileJsonc(file.text);
    if (root === undefined) return noSettings;
    if ('what' in root) return this.refuse(file, [root]);
    const { agent, forbidden, cut } = this.own;
    const fault = forbidden?.(file, this.files);
    if (fault !== undefined) return this.refuse(file, [fault]);
    const source = { file: file.name, agent, faults: [] as FileFault[], ignored: [] as FileFault[] };
    const isCut = cut !== undefined && isWithin(this.files.project, file.path);
    const settings = readAgentSettings(isCut ? cut(root) : root, source);
    if (source.faults.length > 0) return this.refuse(file, source.faults);
    const effect = 'opencode 1 ignores this setting of the agent. Write "agent" instead of "agents"';
    for (const limit of source.ignored) this.report(file, limit, { code: 'limits-ignored', effect });
    this.read.set(file.name, describeSettings(settings));
    this.launches.push(...findLaunches(root, file.name));
    return settings;
  }

  private report(
    file: PermissionFile,
    { place, what }: FileFault,
    { code, effect }: { readonly code: string; readonly effect: string },
  ): PermissionFileProblem {
    const message = `${file.name}:${place.line}: ${what}; ${effect}.`;
    const problem = { code, severity: 'error', message, file: file.name, ...place } as const;
    this.problems.push(problem);
    return problem;
  }

  /** Leaves a file out. A mode with a fault is ignored, whereas a faulty agent or file keeps opencode from starting. */
  private refuse(file: PermissionFile, faults: readonly FileFault[], isMode = false): AgentSettings {
    const [code, effect, stops] =
      this.own.agent === 'kilo'
        ? ['file-left-out', 'Kilo ignores the whole file, including its deny rules', false]
        : isMode
          ? ['mode-left-out', 'the mode is ignored', false]
          : ['does-not-start', 'opencode does not start with this file', true];
    for (const fault of faults) {
      const problem = this.report(file, fault, { code, effect: `${effect}. Correct this line` });
      if (stops) this.doesNotStart ??= problem;
    }
    this.read.set(file.name, 'not readable');
    return noSettings;
  }

  /** Reads the agents in a folder, followed by the modes. */
  agents(folder: string): ReadonlyMap<string, AgentEntry> {
    const load = (isMode: boolean) => {
      const pattern = isMode ? /^modes?\/[^/]+\.md$/ : /^agents?\/.+\.md$/;
      const found = new Map<string, AgentEntry>();
      for (const file of this.files.files) {
        const below = file.path.startsWith(`${folder}/`) ? file.path.slice(folder.length + 1) : '';
        if (pattern.test(below)) this.agentFile(file, { isMode, path: below.slice(below.indexOf('/') + 1) }, found);
      }
      return found;
    };
    return mergeAgents(load(false), load(true));
  }

  /** Records the plugins and tools in a folder, all of which consist of code, and returns the names of the plugins. */
  code(folder: string): readonly string[] {
    return this.files.files.flatMap(({ path, name }) => {
      const below = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '';
      const kind = /^(plugin|tool)s?\/[^/]+\.[jt]s$/.exec(below)?.[1];
      if (kind !== undefined) this.read.set(name, `${kind}, not judged`);
      return kind === 'plugin' ? [name] : [];
    });
  }

  private agentFile(file: PermissionFile, how: Omit<MarkdownSource, 'agent'>, found: Map<string, AgentEntry>): void {
    const { name, entry, faults, fault, dropped } = readMarkdownAgent(file, { agent: this.own.agent, ...how });
    faults.push(...[this.own.forbidden?.(file, this.files)].filter((one) => one !== undefined));
    if (fault !== undefined) {
      const [code, effect] = dropped
        ? ['agent-left-out', 'the agent is ignored']
        : ['front-matter-lost', 'the agent keeps its name, uses the whole file as its prompt and loses its limits'];
      this.report(file, fault, { code, effect: `${effect}. Correct the front matter` });
    }
    if (dropped) return;
    if (faults.length > 0) this.refuse(file, faults, how.isMode);
    else {
      this.read.set(file.name, `1 agent, ${countNoun(countRules(entry.permission), 'rule')}`);
      found.set(name, entry);
    }
  }
}

function describeSettings({ permission, tools, agents, modes, plugins }: AgentSettings): string {
  const entries = [...agents.values(), ...modes.values()];
  const maps = [permission, tools, ...entries.map((entry) => entry.permission)];
  const rules = maps.reduce((sum, map) => sum + countRules(map), 0);
  return [
    countNoun(rules, 'rule'),
    ...(entries.length === 0 ? [] : [countNoun(entries.length, 'agent')]),
    ...(plugins.size === 0 ? [] : [`${countNoun(plugins.size, 'plugin')} not judged`]),
  ].join(', ');
}

function countRules(map: PermissionMap): number {
  return [...map.values()].reduce((sum, entry) => sum + ('leaf' in entry ? 1 : entry.patterns.size), 0);
}
