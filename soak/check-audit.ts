import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Run } from './run-state.ts';

/** What the audit log has of the calls that were decided. */
export interface AuditOutcome {
  readonly lines: number;
  /** Lines that were cut. Empty ones are none: a process that looks while another writes ends a line that has an end already. */
  readonly broken: number;
  /** Calls without a line, or with one that says the opposite; those that were answered while the disk was full are apart. */
  readonly lost: readonly number[];
  readonly lostWhileFull: number;
}

// A line may be on its way to the disk when the disk fills up, and the server may notice late that there is room again.
const aroundMs = 2_000;

/** Holds the audit log against the answers. */
export async function checkAudit({ decided, world, fullDisk }: Run): Promise<AuditOutcome> {
  const written = new Map<number, boolean>();
  let [lines, broken] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(world.auditLog) })) {
    lines++;
    if (line === '') continue;
    const entry = parse(line);
    if (entry === undefined) broken++;
    else if (typeof entry.arguments?.n === 'number' && typeof entry.allowed === 'boolean')
      written.set(entry.arguments.n, entry.allowed);
  }
  const missing = [...decided].filter(([n, { allowed }]) => written.get(n) !== allowed);
  const wasFull = (at: number) => at > fullDisk.from - aroundMs && at < fullDisk.until + aroundMs;
  const lost = missing.filter(([, { answeredAt }]) => !wasFull(answeredAt)).map(([n]) => n);
  return { lines, broken, lost, lostWhileFull: missing.length - lost.length };
}

function parse(line: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
