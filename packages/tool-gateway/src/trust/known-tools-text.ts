import { isJsonObject, isTooDeep, type JsonObject, jsonPointer } from '@modegate/json';
import type { InstructionsPin, ToolPin } from './known-tools.ts';

/*
 * The file of known tools:
 *   { "version": 2,
 *     "projects": { "<project root>": { "<server>": { "<tool>": { "refId", "definition", "firstSeen", "approved", "parts" } } } },
 *     "instructions": { "<project root>": { "<server>": { "hash", "firstSeen", "approved" } } } }
 * Times are ISO 8601. What this version does not know is kept at every level. Version 1 has neither "definition" nor "instructions"; its pins
 * hold for what they cover, and are completed when their tool is seen.
 */

/** The pins of one project: tools by server and name, instructions by server. */
export interface ProjectPins {
  readonly tools: ReadonlyMap<string, ReadonlyMap<string, ToolPin>>;
  readonly instructions: ReadonlyMap<string, InstructionsPin>;
}

/** Returns the pins of one project. A damaged pin matches no tool. */
export function readPins(file: JsonObject, projectRoot: string): ProjectPins {
  const project = findOwn(findOwn(file, 'projects'), projectRoot) ?? {};
  const pins = Object.entries(project).map(
    ([server, tools]) =>
      [server, new Map(Object.entries(tools as JsonObject).map(([tool, pin]) => [tool, readPin(pin)]))] as const,
  );
  const instructions = Object.entries(findOwn(findOwn(file, 'instructions'), projectRoot) ?? {});
  return {
    tools: new Map(pins),
    instructions: new Map(instructions.map(([server, pin]) => [server, readInstructions(pin)])),
  };
}

/** Returns the text of a file with one project's pins written into it; everything else is unchanged. */
export function writePins(file: JsonObject, projectRoot: string, pins: ProjectPins): string {
  const projects = findOwn(file, 'projects');
  const project = findOwn(projects, projectRoot);
  const servers = [...pins.tools].map(([server, tools]): [string, JsonObject] => {
    const before = findOwn(project, server);
    const written = [...tools].map(([tool, pin]): [string, unknown] => [tool, writePin(findOwn(before, tool), pin)]);
    return [server, withMembers(before, written)];
  });
  const changed = withMembers(projects, [[projectRoot, withMembers(project, servers)]]);
  const members: [string, unknown][] = [['projects', changed]];
  if (pins.instructions.size > 0) members.push(['instructions', writeInstructions(file, projectRoot, pins)]);
  const whole = withMembers(withMembers({ version }, Object.entries(file)), [['version', version], ...members]);
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

const version = 2;

function writeInstructions(file: JsonObject, projectRoot: string, { instructions }: ProjectPins): JsonObject {
  const all = findOwn(file, 'instructions');
  const before = findOwn(all, projectRoot);
  const written = [...instructions].map(([server, pin]): [string, unknown] => {
    const { hash: _hash, firstSeen: _firstSeen, approved: _approved, ...unknown } = findOwn(before, server) ?? {};
    return [server, { hash: pin.hash, ...writeTimes(pin), ...unknown }];
  });
  return withMembers(all, [[projectRoot, withMembers(before, written)]]);
}

/**
 * Parses the file; missing text contains no pins.
 *
 * @returns The file, checked down to the level of servers, or the reason why the text is unusable, as a phrase that
 * completes "it … ".
 */
export function parseKnownTools(text = '{}'): JsonObject | string {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : String(error);
    return `is not valid JSON (${reason})`;
  }
  if (!isJsonObject(file)) return 'is not a JSON object';
  if (isTooDeep(file)) return 'is nested too deeply';
  const { version: written = version, projects = {}, instructions = {} } = file;
  if (written !== 1 && written !== version) return 'was written by a later version';
  return findShapeProblem(projects, '/projects', 3) ?? findShapeProblem(instructions, '/instructions', 2) ?? file;
}

function findShapeProblem(value: unknown, pointer: string, levels: number): string | undefined {
  if (!isJsonObject(value)) return `contains something other than an object at ${pointer.slice(0, 300)}`;
  if (levels === 1) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const problem = findShapeProblem(member, `${pointer}${jsonPointer(key)}`, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function readPin(value: unknown): ToolPin {
  const pin = isJsonObject(value) ? value : {};
  const parts = isJsonObject(pin.parts) ? Object.entries(pin.parts) : [];
  return {
    refId: typeof pin.refId === 'string' ? pin.refId : '',
    // Any other value is treated as damaged and does not match any tool.
    definition: pin.definition === undefined || typeof pin.definition === 'string' ? pin.definition : '',
    firstSeenAt: readTime(pin.firstSeen),
    approvedAt: readTime(pin.approved),
    parts: Object.fromEntries(parts.filter(([, hash]) => typeof hash === 'string')),
  };
}

function readInstructions(value: unknown): InstructionsPin {
  const pin = isJsonObject(value) ? value : {};
  const hash = typeof pin.hash === 'string' ? pin.hash : '';
  return { hash, firstSeenAt: readTime(pin.firstSeen), approvedAt: readTime(pin.approved) };
}

function writePin(before: JsonObject | undefined, pin: ToolPin): JsonObject {
  const { refId, definition, parts } = pin;
  const { refId: _refId, definition: _definition, ...others } = before ?? {};
  const { firstSeen: _firstSeen, approved: _approved, parts: _parts, ...unknown } = others;
  return { refId, ...(definition !== undefined && { definition }), ...writeTimes(pin), parts, ...unknown };
}

function writeTimes({ firstSeenAt, approvedAt }: Pick<ToolPin, 'firstSeenAt' | 'approvedAt'>): JsonObject {
  return {
    ...(firstSeenAt !== undefined && { firstSeen: new Date(firstSeenAt).toISOString() }),
    ...(approvedAt !== undefined && { approved: new Date(approvedAt).toISOString() }),
  };
}

function readTime(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function findOwn(value: unknown, key: string): JsonObject | undefined {
  const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(member) ? member : undefined;
}

/**
 * Returns a copy of an object with some members set, including a member called `__proto__`, which an assignment would
 * lose.
 */
function withMembers(value: JsonObject | undefined, members: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries([...Object.entries(value ?? {}), ...members]);
}
