import type { AuditLine } from './audit-line.ts';
import { formatAuditLine } from './format-line.ts';

/** A period in which a log cannot be written to, reported once at its start and once at its end. */
export interface Outage {
  /** Records that a write has failed. */
  begin(error: Error): void;
  /** Counts a dropped line. */
  lose(): void;
  /** Returns the line that states the number of dropped lines; empty if no lines were dropped. */
  gap(): readonly Buffer[];
  /** Records that the line about the gap is in the file. */
  recorded(): void;
  /** Records that a write has succeeded. */
  end(): void;
}

/** Options for {@link createOutage}. */
export interface OutageOptions {
  readonly program: string;
  readonly onFailure: (message: string) => void;
  readonly onRecovery: (message: string) => void;
  readonly now: () => number;
}

/** Creates a counter for the lines that a log loses while it cannot be written to. */
export function createOutage({ program, onFailure, onRecovery, now }: OutageOptions): Outage {
  let failures = 0;
  let lost = 0;
  let unrecorded = 0;
  return {
    begin: ({ message }) => {
      failures++;
      if (failures === 1) onFailure(`The audit log cannot be written: ${message}. Trying again every second.`);
    },
    lose: () => {
      lost++;
      unrecorded++;
    },
    gap: () => {
      if (unrecorded === 0) return [];
      const at = new Date(now()).toISOString();
      const line: AuditLine = { v: 1, id: crypto.randomUUID(), at, program, event: 'gap', lost: unrecorded };
      return [Buffer.from(formatAuditLine(line))];
    },
    recorded: () => {
      unrecorded = 0;
    },
    end: () => {
      if (failures === 0) return;
      onRecovery(`The audit log can be written again after ${failures} failed writes; ${lost} lines were lost.`);
      failures = 0;
      lost = 0;
    },
  };
}
