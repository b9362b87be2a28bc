import type { RecordedAgent, RecordedTool } from '../../../../../packages/agent-tools/src/index.ts';

/** Two recordings of one agent, and the ways of starting it that both have. */
export interface Comparison {
  readonly found: RecordedAgent;
  readonly recorded: RecordedAgent;
  readonly ways: readonly string[];
}

/** What an agent declares otherwise than is recorded, a sentence each, as far as the ways of starting it tell. */
export function findDifferences({ found, recorded, ways }: Comparison): readonly string[] {
  const names = [...new Set([...Object.keys(found.tools), ...Object.keys(recorded.tools)])].toSorted();
  const version = found.version === recorded.version ? [] : [`version ${found.version} is not ${recorded.version}`];
  return [
    ...version,
    ...names.flatMap((name) =>
      compareTools(name, restrict(found.tools[name], ways), restrict(recorded.tools[name], ways)),
    ),
  ];
}

interface Restricted extends RecordedTool {
  /** Whether other ways may have added parameters. */
  readonly isPart: boolean;
}

function restrict(tool: RecordedTool | undefined, ways: readonly string[]): Restricted | undefined {
  const offered = tool?.offered.filter((way) => ways.includes(way)) ?? [];
  if (tool === undefined || offered.length === 0) return undefined;
  return { ...tool, offered, isPart: offered.length < tool.offered.length };
}

function compareTools(name: string, now: Restricted | undefined, then: Restricted | undefined): readonly string[] {
  if (then === undefined) return now === undefined ? [] : [`${name} is declared, and not recorded`];
  if (now === undefined) return [`${name} is recorded, and not declared any more`];
  const lost = then.isPart ? {} : then.parameters;
  const places = [...new Set([...Object.keys(now.parameters), ...Object.keys(lost)])].toSorted();
  const [before, after] = [then.offered.join(', '), now.offered.join(', ')];
  return [
    ...places.flatMap((place) => comparePlace(`${name}: ${place}`, now.parameters[place], then.parameters[place])),
    ...(before === after ? [] : [`${name} is offered in: ${after}; recorded: ${before}`]),
    ...(then.isPart || String(now.required) === String(then.required)
      ? []
      : [`${name} requires ${now.required.join(', ')}; recorded: ${then.required.join(', ')}`]),
  ];
}

/** The type may be one of several that other ways have. */
function comparePlace(place: string, now: string | undefined, then: string | undefined): readonly string[] {
  if (now === undefined) return [`${place} is recorded, and not declared any more`];
  if (then === undefined) return [`${place} is declared, and not recorded`];
  const isKnown = now.split('|').every((type) => then.split('|').includes(type));
  return isKnown ? [] : [`${place} is ${now}; recorded: ${then}`];
}
