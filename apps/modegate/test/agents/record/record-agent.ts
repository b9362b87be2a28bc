import { writeFiles } from '@modegate/cli-kit/testing';
import type { RecordedAgent, RecordedTool } from '../../../../../packages/agent-tools/src/index.ts';
import { startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { agentStarts } from '../lab/agent-start.ts';
import type { AgentUnderTest } from '../lab/agent-under-test.ts';
import { installAgent } from '../lab/install-agent.ts';
import { pinnedAgents } from '../lab/pinned-agents.ts';
import { startAgent } from '../lab/run-agent.ts';
import type { WayToStart } from '../lab/way-to-start.ts';
import { readDeclared } from './declared-tools.ts';
import { type Places, sortByName } from './schema-places.ts';

/** Starts an agent in each of some ways, and gathers the tools that it declares to its model. */
export async function recordAgent(agent: AgentUnderTest, ways: readonly WayToStart[]): Promise<RecordedAgent> {
  const seen = new Map<string, Seen>();
  const earlier: string[] = [];
  for (const way of ways) {
    const requests = await collectRequests(agent, way, earlier);
    earlier.push(...requests);
    for (const request of requests)
      for (const [name, places] of readDeclared(request)) note(seen, { name, way, places });
  }
  return { agent: agent.client, version: pinnedAgents[agent.client].version, ...sortTools(seen) };
}

interface Seen {
  readonly ways: Set<string>;
  readonly declared: Places[];
}

/** What the model is sent until the script of the way is done. */
async function collectRequests(
  agent: AgentUnderTest,
  way: WayToStart,
  earlier: readonly string[],
): Promise<readonly string[]> {
  const { place, modegate } = installAgent(agent);
  modegate('uninstall');
  if (way.homeFiles !== undefined) writeFiles(place.home, way.homeFiles(place));
  const main = way.script?.(earlier) ?? [];
  const model = await startScriptedModel({ main, sub: [] });
  const hasDeclared = () => model.requests.some((request) => readDeclared(request).size > 0);
  const isDone = () => way.needsTerminal === true && model.resultsSent() >= main.length && hasDeclared();
  try {
    const output = await startAgent(agent, { ...place, way, isDone }, model.url);
    if (!hasDeclared() || model.resultsSent() < main.length)
      throw new Error(
        `${agentStarts[agent.client].program}, started the way '${way.name}', made ${model.resultsSent()} of ${main.length} calls in ${model.requests.length} requests, and printed at the end:\n${output}`,
      );
    return model.requests;
  } finally {
    model.close();
  }
}

interface Sighting {
  readonly name: string;
  readonly way: WayToStart;
  readonly places: Places;
}

function note(seen: Map<string, Seen>, { name, way, places }: Sighting): void {
  const { ways, declared } = seen.get(name) ?? { ways: new Set<string>(), declared: [] };
  ways.add(way.name);
  declared.push(places);
  seen.set(name, { ways, declared });
}

/** The tools of the test's own server, apart from those of the agent, each in a fixed order. */
function sortTools(seen: ReadonlyMap<string, Seen>): Pick<RecordedAgent, 'tools' | 'serverTools'> {
  const all = sortByName([...seen]);
  const names = all.map(([name]) => name);
  const own = all.filter(([name]) => !serverTools.some((tool) => isNameOf(tool, name)));
  return {
    tools: Object.fromEntries(own.map(([name, one]) => [name, merge(one)])),
    serverTools: Object.fromEntries(serverTools.map((tool) => [tool, names.filter((name) => isNameOf(tool, name))])),
  };
}

const serverTools = ['create_issue', 'delete-issue'];

function isNameOf(tool: string, name: string): boolean {
  return name.replaceAll('-', '_').endsWith(tool.replaceAll('-', '_'));
}

/** A parameter counts that is declared in one way of starting; what a call cannot leave out is so in each of them. */
function merge({ ways, declared }: Seen): RecordedTool {
  const places = [...new Set(declared.flatMap(({ parameters }) => Object.keys(parameters)))];
  const typesOf = (place: string) => declared.flatMap(({ parameters }) => parameters[place]?.split('|') ?? []);
  const parameters = places.map((place) => [place, [...new Set(typesOf(place))].toSorted().join('|')] as const);
  const [{ required } = { required: [] }, ...others] = declared;
  return {
    offered: [...ways].toSorted(),
    parameters: Object.fromEntries(sortByName(parameters)),
    required: required.filter((place) => others.every((one) => one.required.includes(place))),
  };
}
