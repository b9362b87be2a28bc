import { nearestName } from '@modegate/nearest-name';
import type { ConfigProblemCode, ConfigProblemSeverity } from '../config-problem.ts';
import type { ConfigFileKind } from './server-entry.ts';

/** Transport of a server, with remarks about it. */
export type TransportResult =
  | KnownTransport
  | { readonly state: 'unknown'; readonly remarks: readonly TransportRemark[] };

interface KnownTransport {
  readonly state: 'known';
  readonly type: 'stdio' | 'sse' | 'streamable-http';
  readonly inferred: boolean;
  /** Ignored keys that belong to the other transport. */
  readonly ignored: readonly string[];
  readonly remarks: readonly TransportRemark[];
}

/** A remark about an entry's transport; `key` is the key concerned, if the entry contains such a key. */
export interface TransportRemark {
  readonly code: ConfigProblemCode;
  readonly severity: ConfigProblemSeverity;
  readonly message: string;
  readonly key?: string;
}

const TYPES = new Map([
  ['stdio', 'stdio'],
  ['sse', 'sse'],
  ['streamable-http', 'streamable-http'],
  ['http', 'streamable-http'],
] as const);

const ROO_FAMILY: ReadonlySet<ConfigFileKind> = new Set(['roo', 'kilo', 'bob']);

/**
 * True if the client that uses a file applies Roo's strict schema, which rejects an entry because of a single field
 * that belongs to the other transport.
 */
export function isRooFamily(kind: ConfigFileKind): boolean {
  return ROO_FAMILY.has(kind);
}

/** Determines an entry's transport from `type`, `command` and `url`, in the order in which Roo checks them. */
export function readTransport(entry: Readonly<Record<string, unknown>>, kind: ConfigFileKind): TransportResult {
  const local = entry.command !== undefined;
  const remote = entry.url !== undefined;
  if (local && remote) return refused('TRANSPORT_MIXED', bothTransports, 'url');
  if (!local && !remote)
    return refused('TRANSPORT_MISSING', 'needs "command" (local server) or "url" (remote server).');
  const type = entry.type === undefined ? undefined : TYPES.get(entry.type as 'stdio');
  if (entry.type !== undefined && type === undefined) return unknownType(entry.type);
  if (type !== undefined && (type === 'stdio') !== local) {
    const needed = type === 'stdio' ? 'command' : 'url';
    return refused('TYPE_MISMATCH', `has the type "${String(entry.type)}", which needs "${needed}".`, 'type');
  }
  return withForeignFields(entry, {
    type: type ?? (local ? 'stdio' : 'streamable-http'),
    inferred: type === undefined,
    kind,
  });
}

const bothTransports = 'has both "command" and "url". Keep "command" for a local server or "url" for a remote one.';

function unknownType(type: unknown): TransportResult {
  const expected = 'expected "stdio", "sse" or "streamable-http"';
  if (typeof type !== 'string')
    return refused('TYPE_UNKNOWN', `has a "type" that is not a string; ${expected}.`, 'type');
  const meant = nearestName(type, [...TYPES.keys()]);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const message = `has the unknown type ${JSON.stringify(type.slice(0, 40))}; ${expected}.${hint}`;
  return refused('TYPE_UNKNOWN', message, 'type');
}

function withForeignFields(
  entry: Readonly<Record<string, unknown>>,
  { type, inferred, kind }: Pick<KnownTransport, 'type' | 'inferred'> & { readonly kind: ConfigFileKind },
): TransportResult {
  const started = ['args', 'env', 'cwd', ...(kind === 'codex' ? ['env_vars'] : [])];
  const foreign = (type === 'stdio' ? ['headers'] : started).filter((key) => entry[key] !== undefined);
  const refusedKey = foreign.find((key) => key !== 'cwd');
  if (refusedKey !== undefined && isRooFamily(kind)) {
    const message = `has the type "${type}" and "${refusedKey}", which belongs to the other kind of server.`;
    return refused('TRANSPORT_MIXED', message, refusedKey);
  }
  const remarks: TransportRemark[] = foreign.map((key) => ({
    code: 'FIELD_IGNORED',
    severity: 'warning',
    message: `has "${key}", which has no meaning for the type "${type}" and is ignored.`,
    key,
  }));
  if (inferred && type !== 'stdio' && kind !== 'cursor') remarks.push(missingType);
  return { state: 'known', type, inferred, ignored: foreign, remarks };
}

const missingType: TransportRemark = {
  code: 'TYPE_MISSING',
  severity: 'warning',
  message:
    'has "url" but no "type". Clients interpret this differently; here the type is read as "streamable-http". Add "type".',
  key: 'url',
};

function refused(code: ConfigProblemCode, message: string, key?: string): TransportResult {
  return { state: 'unknown', remarks: [{ code, severity: 'error', message, ...(key === undefined ? {} : { key }) }] };
}
