import type { AuditLine } from './audit-line.ts';
import { formatAuditLine } from './format-line.ts';

/** Options for {@link createOutage}. */
export interface OutageOptions {
  readonly program: string;
  readonly onFailure: (message: string) => void;
  readonly onRecovery: (message: string) => void;
  readonly now: () => number;
}

/** Reports a period in which a log cannot be written to, once at its start and once at its end, and counts lost lines. */
export function createOutage({ program, onFailure, onRecovery, now }: OutageOptions) {
  let failures = 0;
  let lost = 0;
  let unrecorded = 0;
  return {
    /** Records that a write has failed. */
    begin: ({ message }: Error) => {
      failures++;
      if (failures === 1) onFailure(`The audit log cannot be written: ${message}. Trying again every second.`);
    },
    /** Counts a dropped line. */
    lose: () => {
      lost++;
      unrecorded++;
    },
    /** Returns the line that states the number of dropped lines; empty if no lines were dropped. */
    gap: (): readonly Buffer[] => {
      if (unrecorded === 0) return [];
      const at = new Date(now()).toISOString();
      const line: AuditLine = { v: 1, id: crypto.randomUUID(), at, program, event: 'gap', lost: unrecorded };
      return [Buffer.from(formatAuditLine(line))];
    },
    /** Records that the line about the gap is in the file. */
    recorded: () => {
      unrecorded = 0;
    },
    /** Records that a write has succeeded. */
    end: () => {
      if (failures === 0) return;
      onRecovery(`The audit log can be written again after ${failures} failed writes; ${lost} lines were lost.`);
      failures = 0;
      lost = 0;
    },
  };
}
