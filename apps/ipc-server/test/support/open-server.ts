import {
  type AgentServer,
  createAgentClient,
  createAgentServer,
  type Dialect,
  type ReceivedCommand,
  type ServerClient,
} from '@modegate/ipc-bridge';
import { linkedChannels } from '@modegate/ipc-bridge/testing';
import { connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { onTestFinished, vi } from 'vitest';
import { createSecrets } from '../../src/agent/secrets.ts';
import { createIpcServer, type IpcServer } from '../../src/server.ts';
import { resolveSettings, type SettingsFlags } from '../../src/settings.ts';
import type { ManualClock } from './manual-clock.ts';

/** What an agent of a test does with a command; `official` sees only what it returns for queries. */
export type OnCommand = (command: ReceivedCommand, client: ServerClient, agent: AgentServer) => unknown;

/** The shape differs by tool; the tests say what they expect of it. */
export type Facts = ReturnType<typeof JSON.parse>;

/** What a tool answered. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly facts: Facts;
}

/** A server over an agent in memory, with an MCP client connected. */
export interface OpenServer extends IpcServer {
  readonly agentServer: AgentServer;
  readonly client: InMemoryClient;
  readonly logLines: readonly string[];
  /** Every command that the agent received. */
  readonly received: readonly ReceivedCommand[];
  readonly call: (name: string, args?: object) => Promise<Answer>;
  /** Sends events from the agent, and waits until they are in the queues. */
  readonly emit: (...events: readonly { readonly eventName: string; readonly payload: unknown }[]) => Promise<void>;
}

export interface OpenServerOptions {
  readonly dialect?: Dialect;
  readonly onCommand?: OnCommand;
  readonly flags?: SettingsFlags;
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Owns the time of the server, not that of the connection to the agent. Default: the real one. */
  readonly clock?: ManualClock;
  /** Whether there is an agent at all. Default true. */
  readonly reachable?: boolean;
}

export async function openServer(options: OpenServerOptions = {}): Promise<OpenServer> {
  const {
    dialect = 'official',
    onCommand = () => undefined,
    flags = {},
    toolErrors,
    reachable = true,
    clock,
  } = options;
  const received: ReceivedCommand[] = [];
  const agentServer = createAgentServer({
    dialect,
    identity: { pid: 42, ppid: 41, ...(dialect === 'fork' ? { serverVersion: '3.14.3' } : {}) },
    onCommand: (command, client) => {
      received.push(command);
      return onCommand(command, client, agentServer);
    },
  });
  const settings = resolveSettings({ dialect, ...flags }, {});
  const agentClient = createAgentClient({
    dialect: settings.dialect,
    backoff: { initialMs: 60_000, maxMs: 60_000 },
    random: () => 0.99,
    open: () => {
      if (!reachable) throw new Error('nothing listens there');
      const [near, far] = linkedChannels();
      agentServer.accept(far);
      return near;
    },
  });
  const logLines: string[] = [];
  const line = (message: string) => void logLines.push(message);
  const ipcServer = createIpcServer({
    client: agentClient,
    settings,
    secrets: createSecrets(),
    log: { debug: line, info: line, warning: line, error: line, close: () => undefined },
    ...(toolErrors === undefined ? {} : { toolErrors }),
    ...(clock === undefined ? {} : { now: clock.now, schedule: clock.schedule }),
  });
  const { server, agent } = ipcServer;
  onTestFinished(async () => {
    await server.close();
    await agent.close();
    agentServer.close();
  });
  agent.start();
  const client = await connectInMemory(server);
  const call = async (name: string, args: object = {}): Promise<Answer> => {
    const result = await client.callTool(name, args);
    const [content] = result.content;
    return { isError: result.isError === true, text: String(content?.text), facts: result.structuredContent as Facts };
  };
  const emit: OpenServer['emit'] = async (...events) => {
    const before = agent.client.counters.events;
    for (const event of events) agentServer.broadcast(event);
    await until(() => agent.client.counters.events >= before + events.length);
  };
  if (reachable) await until(() => agent.client.state.status === 'ready');
  return { ...ipcServer, agentServer, client, logLines, received, call, emit };
}

/** Resolves once something holds, which it does within a few turns of the event loop. */
export function until(holds: () => boolean): Promise<void> {
  return vi.waitFor(
    () => {
      if (!holds()) throw new Error('not yet');
    },
    { interval: 1 },
  );
}

/** A `message` event of a task, to be sent by the agent. */
export function said(taskId: string, message: object): { readonly eventName: string; readonly payload: unknown } {
  return {
    eventName: 'message',
    payload: [{ taskId, action: 'created', message: { type: 'say', say: 'text', ...message } }],
  };
}
