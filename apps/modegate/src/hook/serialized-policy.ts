import { jsonPointer } from '@modegate/json';
import {
  listServers,
  type McpServerPolicy,
  type ParsedModes,
  type ParsedPolicyInput,
  type PolicyInput,
} from '@modegate/mode-core';

type Position = ReturnType<NonNullable<ParsedModes['locate']>>;
type Positions = readonly (readonly [pointer: string, Position])[];

/** A policy's input as plain values, with lists of positions in place of the functions that look up positions. */
export interface SerializedPolicy {
  readonly input: Omit<ParsedPolicyInput, 'now' | 'context' | 'commands' | 'servers'> & {
    readonly servers?: readonly Omit<McpServerPolicy, 'locate'>[] | undefined;
  };
  readonly layers: { readonly project: Positions; readonly global: Positions };
  /** Positions for each server, in the order of the servers in the input. */
  readonly servers: readonly Positions[];
}

// A file with a thousand modes has about twenty thousand values.
const maxPositions = 50_000;

/**
 * Converts the input to plain values. Returns undefined for modes that do not come from files, and if there is more
 * data than is worth caching.
 */
export function serializePolicy({
  now: _now,
  context: _context,
  commands: _commands,
  ...input
}: PolicyInput): SerializedPolicy | undefined {
  const { project, global, builtin } = input;
  const servers = input.servers && listServers(input.servers);
  if (isGiven(project) || isGiven(global) || isGiven(builtin)) return undefined;
  const layers = { project: positionsOf(project), global: positionsOf(global) };
  if (layers.project.length + layers.global.length > maxPositions) return undefined;
  return {
    input: {
      ...input,
      project: project && withoutLocate(project),
      global: global && withoutLocate(global),
      builtin,
      servers: servers?.map(withoutLocate),
    },
    layers,
    servers: (servers ?? []).map((server) => listOf(pointersOf(server), server.locate)),
  };
}

/** Restores the input, with functions that look positions up in the tables, but without the command judge. */
export function deserializePolicy({ input, layers, servers }: SerializedPolicy): ParsedPolicyInput {
  const { project, global, servers: given } = input;
  return {
    ...input,
    project: project && { ...project, locate: nearestIn(layers.project) },
    global: global && { ...global, locate: nearestIn(layers.global) },
    servers:
      given &&
      (() =>
        given.map((server, index) => ({
          ...server,
          locate: (pointer) => servers[index]?.find(([at]) => at === pointer)?.[1],
        }))),
  };
}

function isGiven(layer: PolicyInput['project']): layer is Exclude<PolicyInput['project'], ParsedModes | undefined> {
  return layer !== undefined && !('modes' in layer);
}

function withoutLocate<Located extends { readonly locate?: unknown }>({
  locate: _locate,
  ...rest
}: Located): Omit<Located, 'locate'> {
  return rest;
}

function positionsOf(layer: ParsedModes | undefined): Positions {
  return listOf(layer === undefined ? [] : ['', ...pointersIn(layer.document)], layer?.locate);
}

function listOf(pointers: readonly string[], locate: ParsedModes['locate']): Positions {
  const found = pointers.map((pointer) => [pointer, locate?.(pointer)] as const);
  return found.filter(([, position]) => position !== undefined);
}

/** Returns the JSON pointers to all values in a document. */
function pointersIn(document: unknown, at = ''): readonly string[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) => {
    const pointer = `${at}${jsonPointer(key)}`;
    return [pointer, ...pointersIn(value, pointer)];
  });
}

/** Returns the pointers to the server settings that a refusal may refer to. */
function pointersOf({
  name,
  pointer = jsonPointer('mcpServers', name),
  settingPositions,
  disabledTools = [],
}: McpServerPolicy) {
  const fields = ['disabled', 'defaultEnabled', 'enabledTools', ...disabledTools.map((_, at) => `disabledTools/${at}`)];
  const moved = [
    settingPositions?.disabled,
    settingPositions?.defaultEnabled,
    settingPositions?.enabledTools,
    ...(settingPositions?.disabledTools ?? []),
  ];
  return [
    pointer,
    ...fields.map((field) => `${pointer}/${field}`),
    ...moved.flatMap((place) => (place === undefined ? [] : [place.pointer])),
  ];
}

/** Returns a function that looks up the value at a pointer, or the nearest value that contains it. */
function nearestIn(positions: Positions): (pointer: string) => Position {
  let table: ReadonlyMap<string, Position> | undefined;
  return (pointer) => {
    table ??= new Map(positions);
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      if (table.has(at)) return table.get(at);
      if (!at.includes('/')) return undefined;
    }
  };
}
