import { type CommandAgent, type HookAddress, installedHooks } from '@modegate/agent-hooks';
import { equalValues, isJsonObject } from '@modegate/json';
import { askServer } from './ask-server.ts';
import { type DoctorFinding, failed, proved } from './finding.ts';
import { type HookOutcome, type HookRun, runHookCommand } from './run-hook-command.ts';

/** Entry for a hook in an agent's settings file. */
export interface InstalledEntry {
  /** The command or the address to query. */
  readonly command: string;
  /** Sends a payload to the hook as the agent would. */
  readonly ask: (payload: string, limits: Omit<HookRun, 'payload'>) => Promise<HookOutcome>;
  /** Time for which the agent waits for an answer. */
  readonly timeoutMs: number | undefined;
  /** States whether the entry is unchanged since `modegate hook install` wrote it. */
  readonly finding: DoctorFinding;
}

/**
 * Reads an item in the list of hooks for an event; returns undefined if the item contains neither a command nor an
 * address.
 */
export function readEntry(client: CommandAgent, item: unknown): InstalledEntry | undefined {
  const handler = findHandler(item);
  if (handler === undefined) return undefined;
  const timeoutMs = readTimeout(client, handler);
  const address = readAddress(handler);
  if (address !== undefined) {
    const wanted = installedHooks[client].toHttpItem?.(address);
    return {
      command: address.url,
      ask: (payload, { limitMs }) => askServer(address, payload, limitMs),
      timeoutMs,
      finding: compare(item, wanted),
    };
  }
  const command = handler.command ?? handler.bash;
  if (typeof command !== 'string') return undefined;
  return {
    command,
    ask: (payload, { cwd, limitMs }) => runHookCommand(command, { cwd, payload, limitMs }),
    timeoutMs,
    finding: compare(item, installedHooks[client].toItem(command)),
  };
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

/**
 * Returns the address of the server that responds to a hook; the name of the token variable is empty if the hook refers
 * to none.
 */
function readAddress({ type, url, allowedEnvVars }: Readonly<Record<string, unknown>>): HookAddress | undefined {
  if (type !== 'http' || typeof url !== 'string') return undefined;
  const [variable]: readonly unknown[] = Array.isArray(allowedEnvVars) ? allowedEnvVars : [];
  return { url, tokenVariable: typeof variable === 'string' ? variable : '' };
}

function compare(item: unknown, wanted: unknown): DoctorFinding {
  if (equalValues(item, wanted))
    return proved('The entry is exactly what `modegate hook install` writes, and covers every tool.');
  return failed(
    'The entry was changed since it was installed, so it may not cover every tool, or may allow calls when the hook fails. Run `modegate hook install` again.',
  );
}
