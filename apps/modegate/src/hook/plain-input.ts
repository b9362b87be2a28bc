import { jsonPointer } from '@modegate/json';
import type { McpServerPolicy, ParsedModes, PolicyInput } from '@modegate/mode-core';

type Position = ReturnType<NonNullable<ParsedModes['locate']>>;
type Positions = ReadonlyMap<string, Position>;

/** What a policy is made of as plain values: tables of positions in place of the functions that look them up. */
export interface PlainInput {
  readonly input: Omit<PolicyInput, 'now' | 'context'>;
  readonly layers: { readonly project: Positions; readonly global: Positions };
  /** In step with the servers of the input. */
  readonly servers: readonly Positions[];
}

// A file of a thousand modes has about twenty thousand values.
const maxPositions = 50_000;

/** Undefined for modes that are not read from files, and for more than is worth keeping. */
export function toPlainInput({ now: _now, context: _context, ...input }: PolicyInput): PlainInput | undefined {
  const { project, global, servers = [] } = input;
  if (isGiven(project) || isGiven(global)) return undefined;
  const layers = { project: positionsOf(project), global: positionsOf(global) };
  if (layers.project.size + layers.global.size > maxPositions) return undefined;
  return {
    input: {
      ...input,
      ...(project === undefined ? {} : { project: withoutLocate(project) }),
      ...(global === undefined ? {} : { global: withoutLocate(global) }),
      ...(input.servers === undefined ? {} : { servers: servers.map(withoutLocate) }),
    },
    layers,
    servers: servers.map((server) => tableOf(pointersOf(server), server.locate)),
  };
}

/** The input again, with functions over the tables. */
export function fromPlainInput({ input, layers, servers }: PlainInput): PolicyInput {
  const { project, global } = input;
  return {
    ...input,
    ...(project === undefined ? {} : { project: { ...(project as ParsedModes), locate: nearestIn(layers.project) } }),
    ...(global === undefined ? {} : { global: { ...(global as ParsedModes), locate: nearestIn(layers.global) } }),
    ...(input.servers === undefined
      ? {}
      : {
          servers: input.servers.map((server, index) => ({
            ...server,
            locate: (pointer: string) => servers[index]?.get(pointer),
          })),
        }),
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
  return tableOf(layer === undefined ? [] : ['', ...pointersIn(layer.document)], layer?.locate);
}

function tableOf(pointers: readonly string[], locate: ParsedModes['locate']): Positions {
  const found = pointers.map((pointer) => [pointer, locate?.(pointer)] as const);
  return new Map(found.filter(([, position]) => position !== undefined));
}

/** The pointer of every value in a document. */
function pointersIn(document: unknown, at = ''): readonly string[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) => {
    const pointer = `${at}${jsonPointer(key)}`;
    return [pointer, ...pointersIn(value, pointer)];
  });
}

/** Where the settings of a server may be that a refusal points at. */
function pointersOf({ name, pointer = jsonPointer('mcpServers', name), places, disabledTools = [] }: McpServerPolicy) {
  const fields = ['disabled', 'defaultEnabled', 'enabledTools', ...disabledTools.map((_, at) => `disabledTools/${at}`)];
  const moved = [places?.disabled, places?.defaultEnabled, places?.enabledTools, ...(places?.disabledTools ?? [])];
  return [
    pointer,
    ...fields.map((field) => `${pointer}/${field}`),
    ...moved.flatMap((place) => (place === undefined ? [] : [place.pointer])),
  ];
}

/** Looks a pointer up, or the nearest value that it is in. */
function nearestIn(positions: Positions): (pointer: string) => Position {
  return (pointer) => {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      if (positions.has(at)) return positions.get(at);
      if (!at.includes('/')) return undefined;
    }
  };
}
