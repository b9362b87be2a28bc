import type { AgentLaunch, AgentProfile, AgentReading } from '../agent-answer.ts';
import type { PermissionFileProblem, PermissionFiles } from '../permission-files.ts';
import { type AgentRules, homeOf, type OpencodeRules } from './agent-rules.ts';
import type { AgentSettings } from './agent-settings.ts';
import { type LayerAgent, readLayers, type SettingsLayer } from './read-layers.ts';
import { startFolders } from './start-folders.ts';

/** @internal Methods by which an agent finds and merges its files. */
export interface FamilyReader extends LayerAgent {
  readonly ownFolders: readonly string[];
  readonly ownFiles: readonly string[];
  readonly layers: (files: PermissionFiles, start: string) => readonly SettingsLayer[];
  readonly agents: (settings: AgentSettings, files: PermissionFiles) => ReadonlyMap<string, AgentRules>;
  /** Agent with which a session starts unless a file specifies another. */
  readonly firstAgent: string;
}

/** @internal Reads the profiles of every start folder. */
export function readFamilies(given: PermissionFiles, reader: FamilyReader): AgentReading<OpencodeRules> {
  const files = { ...given, files: given.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  const profiles: AgentProfile<OpencodeRules>[] = [];
  const problems = new Map<string, PermissionFileProblem>();
  const read = new Map<string, string>();
  const launches = new Map<string, AgentLaunch>();
  for (const start of startFolders(files, reader.ownFolders, reader.ownFiles)) {
    const layers = readLayers(reader.layers(files, start), files, reader);
    for (const problem of layers.problems) problems.set(`${problem.file}:${problem.line}:${problem.message}`, problem);
    for (const [file, contents] of layers.read) read.set(file, contents);
    for (const launch of layers.launches)
      launches.set(`${launch.file}:${launch.line}:${launch.kind} ${launch.name}`, launch);
    profiles.push(...profilesOf(layers, reader, { files, start }));
  }
  return {
    profiles,
    problems: [...problems.values()],
    launches: [...launches.values()],
    read: [...read].map(([file, contents]) => ({ file, contents })),
  };
}

function profilesOf(
  { settings, doesNotStart }: ReturnType<typeof readLayers>,
  reader: FamilyReader,
  { files, start }: { readonly files: PermissionFiles; readonly start: string },
): readonly AgentProfile<OpencodeRules>[] {
  const family = reader.agents(settings, files);
  const folder = start === files.project ? undefined : start.slice(files.project.length + 1);
  const shared = {
    family,
    servers: new Map([...settings.servers].map(([name, on]) => [name, on ?? true] as const)),
    standing: settings.standing,
    subagentDepth: settings.subagentDepth ?? 1,
    primaryTools: settings.primaryTools ?? [],
    plugins: [...settings.plugins],
    project: files.project,
    home: homeOf(files),
    start,
    paths: files.files.map(({ path }) => path),
  };
  const defaultAgent = settings.defaultAgent ?? reader.firstAgent;
  return [...family.values()].map((agent) => ({
    name: `${folder === undefined ? '' : `${folder}:`}${reader.agent}/${agent.name}`,
    agent: reader.agent,
    ...(folder !== undefined && { folder }),
    ...(agent.name !== defaultAgent && !settings.agents.has(agent.name) && { isBuiltIn: true as const }),
    ...(doesNotStart && { doesNotStart }),
    rules: { ...agent, ...shared, isDefault: agent.name === defaultAgent },
  }));
}
