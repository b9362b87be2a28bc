import { type CommandAgent, installedHooks } from '@modegate/agent-hooks';
import { equalValues, isJsonObject } from '@modegate/json';
import { type DoctorFinding, failed, proved } from './finding.ts';

/** What the file of an agent says of a hook. */
export interface InstalledEntry {
  readonly command: string;
  /** How long the agent waits. */
  readonly timeoutMs: number | undefined;
  /** Whether the entry is still as `modegate hook install` writes it. */
  readonly finding: DoctorFinding;
}

/** Reads the item of an event's list; undefined where it holds no command. */
export function readEntry(client: CommandAgent, item: unknown): InstalledEntry | undefined {
  const handler = findHandler(item);
  const command = handler?.command ?? handler?.bash;
  if (handler === undefined || typeof command !== 'string') return undefined;
  return { command, timeoutMs: readTimeout(client, handler), finding: compare(client, { item, command }) };
}

function findHandler(item: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isJsonObject(item)) return undefined;
  const first: unknown = Array.isArray(item.hooks) ? item.hooks[0] : item;
  return isJsonObject(first) ? first : undefined;
}

const inMilliseconds: readonly CommandAgent[] = ['gemini', 'qwen'];

function readTimeout(client: CommandAgent, handler: Readonly<Record<string, unknown>>): number | undefined {
  const value = handler.timeoutSec ?? handler.timeout;
  if (typeof value !== 'number') return undefined;
  return inMilliseconds.includes(client) ? value : value * 1000;
}

function compare(client: CommandAgent, { item, command }: { readonly item: unknown; readonly command: string }) {
  if (equalValues(item, installedHooks[client].toItem(command)))
    return proved('The entry is as `modegate hook install` writes it, for every tool.');
  return failed(
    'The entry was changed since it was installed, so it may miss tools, or let calls run when the hook fails. Run `modegate hook install` again.',
  );
}
