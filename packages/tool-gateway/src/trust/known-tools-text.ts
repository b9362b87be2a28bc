import { isJsonObject, isTooDeep, type JsonObject, jsonPointer } from '@modegate/json';
import type { ToolPin } from './known-tools.ts';

/*
 * The file of known tools:
 *   { "version": 1, "projects": { "<project root>": { "<server>": { "<tool>": { "refId", "firstSeen", "approved", "parts" } } } } }
 * Times are ISO 8601. What this version does not know is kept at every level.
 */

/** The pins of one project by server and tool. */
export type ProjectPins = ReadonlyMap<string, ReadonlyMap<string, ToolPin>>;

/** The pins of a project in a text, or a reason why the text cannot be used, which completes "it … ". */
export type KnownToolsReading =
  | { readonly ok: true; readonly pins: ProjectPins }
  | { readonly ok: false; readonly reason: string };

/** Reads the pins of one project; without a text there are none. No tool fits a damaged pin. */
export function readKnownTools(text: string | undefined, projectRoot: string): KnownToolsReading {
  const file = parseFile(text);
  if (typeof file === 'string') return { ok: false, reason: file };
  const project = findOwn(findOwn(file, 'projects'), projectRoot) ?? {};
  const pins = Object.entries(project).map(
    ([server, tools]) =>
      [server, new Map(Object.entries(tools as JsonObject).map(([tool, pin]) => [tool, readPin(pin)]))] as const,
  );
  return { ok: true, pins: new Map(pins) };
}

/**
 * Writes pins of one project into a text and leaves everything else as it is.
 *
 * @returns The new text, or a reason why the text cannot be used, as {@link readKnownTools} gives it.
 */
export function writeKnownTools(
  text: string | undefined,
  projectRoot: string,
  pins: ProjectPins,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string } {
  const file = parseFile(text);
  if (typeof file === 'string') return { ok: false, reason: file };
  const projects = findOwn(file, 'projects');
  const project = findOwn(projects, projectRoot);
  const servers = [...pins].map(([server, tools]): [string, JsonObject] => {
    const before = findOwn(project, server);
    const written = [...tools].map(([tool, pin]): [string, unknown] => [tool, writePin(findOwn(before, tool), pin)]);
    return [server, withMembers(before, written)];
  });
  const changed = withMembers(projects, [[projectRoot, withMembers(project, servers)]]);
  const members: [string, unknown][] = [['projects', changed]];
  if (!Object.hasOwn(file, 'version')) members.unshift(['version', 1]);
  return { ok: true, text: `${JSON.stringify(withMembers(file, members), undefined, 2)}\n` };
}

/** The file as an object whose parts are of the expected shape down to the servers, or what is wrong. */
function parseFile(text: string | undefined): JsonObject | string {
  if (text === undefined) return {};
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed.reason;
  const file = parsed.value;
  if (!isJsonObject(file)) return 'does not hold a JSON object';
  if (isTooDeep(file)) return 'is nested too deeply';
  if (file.version !== undefined && file.version !== 1) return 'was written by a later version';
  return findShapeProblem(file.projects, '/projects', 3) ?? file;
}

function parseJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : String(error);
    return { ok: false, reason: `is not valid JSON (${reason})` };
  }
}

function findShapeProblem(value: unknown, pointer: string, levels: number): string | undefined {
  if (value === undefined && levels === 3) return undefined;
  if (!isJsonObject(value)) return `holds something other than an object at ${pointer.slice(0, 300)}`;
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
    firstSeenAt: readTime(pin.firstSeen),
    approvedAt: readTime(pin.approved),
    parts: Object.fromEntries(parts.filter(([, hash]) => typeof hash === 'string')),
  };
}

function writePin(before: JsonObject | undefined, { refId, firstSeenAt, approvedAt, parts }: ToolPin): JsonObject {
  const { refId: _refId, firstSeen: _firstSeen, approved: _approved, parts: _parts, ...unknown } = before ?? {};
  return {
    refId,
    ...(firstSeenAt !== undefined && { firstSeen: new Date(firstSeenAt).toISOString() }),
    ...(approvedAt !== undefined && { approved: new Date(approvedAt).toISOString() }),
    parts,
    ...unknown,
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

/** An object with members set; also one named `__proto__`, which an assignment would lose. */
function withMembers(value: JsonObject | undefined, members: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries([...Object.entries(value ?? {}), ...members]);
}
