import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';

/** An entry of `mcpServers`. */
export interface ServerEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** Lines of a call log: what an upstream was started with, and every message that has reached it. */
export type LogEntry = ReturnType<typeof JSON.parse>;

/** A server to put into a server file, and the log of what reaches it. */
export interface Upstream {
  readonly entry: ServerEntry;
  /** Everything that has reached it so far, over all its starts. */
  readonly log: () => readonly LogEntry[];
  /** The calls of tools that have reached it: the names, or with `params` what came with them. */
  readonly calls: () => readonly string[];
  /** How often it was started. */
  readonly starts: () => number;
}

/** A server of the folder `upstreams`, run by this very Node from its source. */
export function upstream(script: string, args: readonly string[] = [], more: ServerEntry = {}): Upstream {
  const callLog = join(createFolder(), 'calls.jsonl');
  const log = (): readonly LogEntry[] =>
    existsSync(callLog) ? wholeLines(readFileSync(callLog, 'utf8')).map((line) => JSON.parse(line)) : [];
  return {
    entry: {
      command: process.execPath,
      args: [join(import.meta.dirname, '../upstreams', script), ...args],
      ...more,
      env: { CALL_LOG: callLog, ...more.env },
    },
    log,
    calls: () =>
      log()
        .filter((entry) => entry.method === 'tools/call')
        .map((entry) => entry.params.name),
    starts: () => log().filter((entry) => entry.started !== undefined).length,
  };
}

/** The lines that are written to their end; the file may be empty, and its last line may still be on its way. */
function wholeLines(text: string): readonly string[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
}

/** A server that says what it does: status, echo, mutate, die, slow, soft-error, hard_error, dot.name, structured. */
export function twoTools(name: string, more: ServerEntry = {}): Upstream {
  return upstream('two-tools.ts', [name], more);
}

/** A server with one fault; its tool `ping` works. */
export function faulty(fault: string, more: ServerEntry = {}): Upstream {
  return upstream('faulty.ts', [fault], more);
}
