import { isJsonObject, type JsonObject } from '@modegate/json';

/**
 * The members of a log line that a report uses. Lines from other versions and programs are also read if they have a
 * time and an event.
 */
export interface AuditRecord {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly event: 'decision' | 'consent' | 'outcome' | 'gap';
  readonly session: string | undefined;
  readonly mode: string | undefined;
  readonly server: string | undefined;
  /** The name of the server's tool, its resource, or the agent's tool. */
  readonly tool: string;
  /** The tool for which the decision was made, such as `use_mcp_tool`. */
  readonly judged: string;
  readonly allowed: boolean;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** Outcome of the call, or of a question to a user. */
  readonly outcome: string | undefined;
  readonly durationMs: number | undefined;
  /** The principal whose credential was used. */
  readonly principal: string | undefined;
  /** For a change to modes: the files, and the permissions that modes gain and lose. */
  readonly files: readonly string[];
  readonly granted: readonly string[];
  readonly taken: readonly string[];
  /** For a gap: the number of missing lines. */
  readonly lost: number;
  /** The original line. */
  readonly text: string;
}

/** Parses a line; returns undefined if the line does not belong to an audit log. */
export function readAuditRecord(text: string): AuditRecord | undefined {
  const line = parse(text);
  const atMs = Date.parse(String(line?.at));
  if (line === undefined || Number.isNaN(atMs)) return undefined;
  // In version 1, decisions were the only events, and they had no event name.
  const event = line.event ?? 'decision';
  if (event !== 'decision' && event !== 'consent' && event !== 'outcome' && event !== 'gap') return undefined;
  if (event === 'decision' && typeof line.allowed !== 'boolean') return undefined;
  const outcome = event === 'consent' ? line.consent : line.outcome;
  if ((event === 'outcome' || event === 'consent') && typeof outcome !== 'string') return undefined;
  const judged = word(line.tool) ?? '';
  return {
    atMs,
    event,
    session: word(line.session_id),
    mode: word(line.mode),
    server: word(line.mcp_server),
    tool: word(line.mcp_tool) ?? word(line.mcp_resource) ?? judged,
    judged,
    allowed: line.allowed === true,
    code: word(line.code),
    reason: word(line.reason),
    outcome: word(outcome),
    durationMs: typeof line.duration_ms === 'number' ? line.duration_ms : undefined,
    principal: word(line.principal),
    files: words(line.files),
    granted: words(line.granted),
    taken: words(line.taken),
    lost: typeof line.lost === 'number' ? line.lost : 0,
    text,
  };
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function words(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
