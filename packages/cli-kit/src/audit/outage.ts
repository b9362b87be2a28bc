import type { AuditLine } from './audit-line.ts';
import { formatAuditLine } from './format-line.ts';

/** The time in which a log cannot be written, told once when it begins and once when it ends. */
export interface Outage {
  /** A write has failed. */
  begin(error: Error): void;
  /** A line is dropped. */
  lose(): void;
  /** The line that says how many were dropped; none while none was. */
  gap(): readonly Buffer[];
  /** The gap is in the file. */
  recorded(): void;
  /** A write has gone well. */
  end(): void;
}

/** Listeners for an outage. */
export interface OutageOptions {
  readonly program: string;
  readonly onFailure: (message: string) => void;
  readonly onRecovery: (message: string) => void;
  readonly now: () => number;
}

/** Counts what a log loses while it cannot be written. */
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
      onRecovery(`The audit log can be written again after ${failures} failed writes; ${lost} lines are lost.`);
      failures = 0;
      lost = 0;
    },
  };
}
