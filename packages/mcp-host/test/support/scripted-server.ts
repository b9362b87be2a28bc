import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject, TransportEnd } from '@modegate/mcp-host/connections';
import {
  createStdioTransport,
  openUpstream,
  type StdioTransportOptions,
  type UpstreamOptions,
} from '@modegate/mcp-host/connections';
import { baseOptions } from './fake-link.ts';

const program = fileURLToPath(new URL('./scripted-server.cjs', import.meta.url));

/** A transport to a process that runs a script after the scripted server's own code. */
export function scriptedTransport(script: string, options: Partial<StdioTransportOptions> = {}) {
  return createStdioTransport({
    command: process.execPath,
    args: ['--require', program, '--eval', script],
    env: { PATH: process.env.PATH ?? '' },
    stopGraceMs: 200,
    ...options,
  });
}

/** Opens an upstream over such a process, with everything that it tells recorded. */
export async function openScripted(
  script: string,
  options: Partial<StdioTransportOptions> = {},
  upstreamOptions: Partial<UpstreamOptions> = {},
) {
  const notifications: [string, JsonObject][] = [];
  const notes: string[] = [];
  const upstream = await openUpstream(scriptedTransport(script, options), {
    ...baseOptions,
    initializeTimeoutMs: 20_000,
    onNotification: (method, params) => notifications.push([method, params]),
    onLog: (kind, text) => notes.push(`${kind}: ${text}`),
    ...upstreamOptions,
  });
  return { upstream, notifications, notes };
}

/** Starts a bare transport and records what it tells. */
export async function startScripted(script: string, options: Partial<StdioTransportOptions> = {}) {
  const transport = scriptedTransport(script, options);
  const messages: JsonObject[] = [];
  const notes: string[] = [];
  const ends: TransportEnd[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<TransportEnd>();
  await transport.start({
    message: (message) => messages.push(message),
    note: (kind, text) => notes.push(`${kind}: ${text}`),
    closed: (end) => {
      ends.push(end);
      resolve(end);
    },
  });
  return { transport, messages, notes, ends, ended };
}

/** Whether a process is there and not merely waiting to be buried. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

// In a container without a reaping first process, the dead stay in the table.
function isZombie(pid: number): boolean {
  try {
    return /\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
