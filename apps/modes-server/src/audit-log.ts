import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, makeFolder } from '@modegate/program-shell';
import type { ShownRule } from './modes/describe-rule.ts';

/** One decision, as a line of the audit log. */
export interface AuditEntry {
  readonly at: string;
  /** Null for a call through the gateway that no session stands behind. */
  readonly session_id: string | null;
  readonly task_id: string | null;
  /** The client's connection, of a call through the gateway. */
  readonly connection_id?: string | undefined;
  /** Null while the connection has none. */
  readonly mode: string | null;
  readonly tool: string;
  readonly mcp_server?: string | undefined;
  readonly mcp_tool?: string | undefined;
  /** URI of a resource or name of a prompt. */
  readonly mcp_resource?: string | undefined;
  readonly allowed: boolean;
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  /** Null when no rule decided but a state of the gateway, which `code` names. */
  readonly rule: ShownRule | null;
  /** Only when the log was asked to keep arguments. */
  readonly arguments?: unknown;
}

/** An append-only log of decisions, one JSON object a line. */
export interface AuditLog {
  /** Queues a line; lines are written in order, many at a time. Returns what to wait for when the disk does not keep up. */
  append(entry: AuditEntry): Promise<void> | undefined;
  /** Resolves when everything is on its way to the disk. */
  close(): Promise<void>;
}

// Beyond this, calls wait for the disk, so that a slow one cannot fill the memory.
const maxQueuedLines = 1000;

/** What a log that could not be written does: tell, once for each failure. */
export type AuditFailure = (error: unknown) => void;

/**
 * Opens the audit log for appending, readable by its owner only.
 *
 * @throws {AppError} exit code 2 when it cannot be opened: whoever asks for an audit must not run without one.
 */
export async function openAuditLog(file: string, onFailure: AuditFailure): Promise<AuditLog> {
  const handle = await openForAppend(file);
  let queue: string[] = [];
  let writing: Promise<void> | undefined;
  const flush = async () => {
    while (queue.length > 0) {
      const lines = queue;
      queue = [];
      await handle.appendFile(lines.join('')).catch(onFailure);
    }
    writing = undefined;
  };
  return {
    append: (entry) => {
      queue.push(`${JSON.stringify(entry)}\n`);
      writing ??= flush();
      return queue.length > maxQueuedLines ? writing : undefined;
    },
    close: async () => {
      await writing;
      await handle.sync().catch(onFailure);
      await handle.close();
    },
  };
}

async function openForAppend(file: string): Promise<FileHandle> {
  try {
    makeFolder(dirname(file));
    return await open(file, 'a', 0o600);
  } catch (cause) {
    throw new AppError(
      `The audit log ${file} could not be opened: ${(cause as Error).message}. Choose another file with --audit-log.`,
      2,
      cause,
    );
  }
}
