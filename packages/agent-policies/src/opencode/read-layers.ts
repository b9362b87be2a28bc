import type { AgentLaunch } from '../agent-answer.ts';
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
  /** Returns a reason, found in a file's text or value, for the agent to ignore the file. */
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
      const agents = mergeMarkdown(settings.agents, reader.agents(layer.folder), {
        agent: agent.agent,
        inSettings,
      });
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
    permission: underPermission(settings.tools, settings.permission),
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

/** Applies the old `tools` first, then `permission`, whose values replace those of the matching tools. */
function underPermission(tools: PermissionMap, permission: PermissionMap): PermissionMap {
  return new Map([...tools, ...permission]);
}

class LayerReader {
  readonly problems: PermissionFileProblem[] = [];
  readonly launches: AgentLaunch[] = [];
  readonly read = new Map<string, string>();
  doesNotStart: PermissionFileProblem | undefined;

  private readonly files: PermissionFiles;
  private readonly agent: MarkdownSource['agent'];
  private readonly forbidden: NonNullable<LayerAgent['forbidden']>;
  private readonly cut: NonNullable<LayerAgent['cut']>;

  constructor(files: PermissionFiles, { agent, forbidden, cut }: LayerAgent) {
    this.files = files;
    this.agent = agent;
    this.forbidden = forbidden ?? (() => undefined);
    this.cut = cut ?? ((root) => root);
  }

  settings(file: PermissionFile): AgentSettings {
    const root = readFileJsonc(file.text);
    if (root === undefined) return noSettings;
    const fault = 'what' in root ? root : this.forbidden(file, this.files);
    if ('what' in root || fault !== undefined) return this.refuse(file, fault === undefined ? [] : [fault]);
    const [faults, ignored]: [FileFault[], FileFault[]] = [[], []];
    const settings = readAgentSettings(isWithin(this.files.project, file.path) ? this.cut(root) : root, {
      file: file.name,
      agent: this.agent,
      faults,
      ignored,
    });
    if (faults.length > 0) return this.refuse(file, faults);
    const effect = 'opencode 1 ignores this setting of the agent. Write "agent" instead of "agents"';
    const how = { code: 'limits-ignored', severity: 'error', effect } as const;
    for (const limit of ignored) this.problems.push(problemOf(file, limit, how));
    this.read.set(file.name, describeSettings(settings));
    this.launches.push(...findLaunches(root, file.name));
    return settings;
  }

  private refuse(file: PermissionFile, faults: readonly FileFault[]): AgentSettings {
    for (const fault of faults) {
      const effect =
        this.agent === 'opencode'
          ? 'opencode does not start with this file'
          : 'Kilo ignores the whole file, including its deny rules';
      const code = this.agent === 'opencode' ? 'does-not-start' : 'file-left-out';
      const problem = problemOf(file, fault, { code, severity: 'error', effect: `${effect}. Correct this line` });
      this.problems.push(problem);
      if (this.agent === 'opencode') this.doesNotStart ??= problem;
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

  /** Records the plugins and tools in a folder, which consist of code, and returns the names of the plugins. */
  code(folder: string): readonly string[] {
    return this.files.files.flatMap(({ path, name }) => {
      const below = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '';
      const kind = /^(plugin|tool)s?\/[^/]+\.[jt]s$/.exec(below)?.[1];
      if (kind !== undefined) this.read.set(name, `${kind}, not judged`);
      return kind === 'plugin' ? [name] : [];
    });
  }

  private agentFile(file: PermissionFile, how: Omit<MarkdownSource, 'agent'>, found: Map<string, AgentEntry>): void {
    const { name, entry, faults, broken } = readMarkdownAgent(file, { agent: this.agent, ...how });
    const forbidden = this.forbidden(file, this.files);
    if (forbidden !== undefined) faults.push(forbidden);
    if (broken !== undefined) {
      const lost = broken.effect === 'limits lost';
      const effect = lost
        ? 'the agent keeps its name, uses the whole file as its prompt and loses its limits'
        : 'the agent is ignored';
      const code = lost ? 'front-matter-lost' : 'agent-left-out';
      const whole = `${effect}. Correct the front matter`;
      this.problems.push(problemOf(file, broken.fault, { code, severity: 'error', effect: whole }));
    }
    if (broken?.effect === 'dropped') return;
    if (faults.length > 0) {
      if (this.agent === 'opencode' && how.isMode) this.leaveModeOut(file, faults);
      else this.refuse(file, faults);
      return;
    }
    this.read.set(file.name, describeAgent(entry));
    found.set(name, entry);
  }

  /** Reports a mode that has a fault. The mode is ignored, whereas a faulty agent prevents opencode from starting. */
  private leaveModeOut(file: PermissionFile, faults: readonly FileFault[]): void {
    const how = {
      code: 'mode-left-out',
      severity: 'error',
      effect: 'the mode is ignored. Correct this line',
    } as const;
    for (const fault of faults) this.problems.push(problemOf(file, fault, how));
    this.read.set(file.name, 'not readable');
  }
}

interface ProblemKind {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly effect: string;
}

function problemOf(
  file: PermissionFile,
  { place, what }: FileFault,
  { code, severity, effect }: ProblemKind,
): PermissionFileProblem {
  return { code, severity, message: `${file.name}:${place.line}: ${what}; ${effect}.`, file: file.name, ...place };
}

function describeSettings({ permission, tools, agents, modes, plugins }: AgentSettings): string {
  const rules = countRules(permission) + countRules(tools);
  const count = agents.size + modes.size;
  const inAgents = [...agents.values(), ...modes.values()].reduce(
    (sum, { permission: own }) => sum + countRules(own),
    0,
  );
  const ofAgents = count === 0 ? '' : `, ${count} agent${count === 1 ? '' : 's'}`;
  const ofPlugins = plugins.size === 0 ? '' : `, ${plugins.size} plugin${plugins.size === 1 ? '' : 's'} not judged`;
  return `${rules + inAgents} rule${rules + inAgents === 1 ? '' : 's'}${ofAgents}${ofPlugins}`;
}

function describeAgent({ permission }: AgentEntry): string {
  const count = countRules(permission);
  return `1 agent, ${count} rule${count === 1 ? '' : 's'}`;
}

function countRules(map: PermissionMap): number {
  return [...map.values()].reduce((sum, entry) => sum + ('leaf' in entry ? 1 : entry.patterns.size), 0);
}
