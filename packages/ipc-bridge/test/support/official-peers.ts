import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ipcMessageSchema, type TaskCommand } from '@roo-code/types';
import { IPCModule } from 'node-ipc-12';

/** The server of an official agent: it takes what its own schemas take. */
export interface OfficialServer {
  /** Sends an event to one client, or to all. */
  send(event: object, clientId?: string): void;
  stop(): void;
}

/** The client that official agents come with. */
export interface OfficialClient {
  readonly events: readonly { readonly eventName: string; readonly payload?: unknown }[];
  /** Undefined until the introduction. */
  readonly clientId: string | undefined;
  /** What its schemas refused. */
  readonly refused: readonly unknown[];
  send(command: TaskCommand): void;
  stop(): void;
}

/** Both ends of one implementation. */
export interface OfficialPeers {
  serve(
    path: string,
    onCommand: (command: TaskCommand, clientId: string, server: OfficialServer) => void,
  ): OfficialServer;
  connect(path: string): OfficialClient;
}

type Emitter = {
  on(type: string, handler: (...values: never[]) => void): void;
  emit(...values: readonly unknown[]): void;
};

/** node-ipc 12.0.0, which official agents have, with their schemas in front of it. */
export const nodeIpc12: OfficialPeers = {
  serve: (path, onCommand) => {
    const endpoint = quietEndpoint();
    endpoint.serve(path);
    const wire = endpoint.server as unknown as Emitter & { broadcast(type: string, message: object): void };
    const sockets = new Map<string, unknown>();
    const server: OfficialServer = {
      send: (data, clientId) => {
        const message = { type: 'TaskEvent', origin: 'server', data };
        if (clientId === undefined) wire.broadcast('message', message);
        else wire.emit(sockets.get(clientId), 'message', message);
      },
      stop: () => endpoint.server.stop(),
    };
    wire.on('connect', (socket: unknown) => {
      const clientId = `client-${sockets.size + 1}`;
      sockets.set(clientId, socket);
      wire.emit(socket, 'message', { type: 'Ack', origin: 'server', data: { clientId, pid: 1, ppid: 1 } });
    });
    wire.on('message', (message: unknown) => {
      const { data } = ipcMessageSchema.safeParse(message);
      if (data?.type === 'TaskCommand') onCommand(data.data, data.clientId, server);
    });
    endpoint.server.start();
    return server;
  },
  connect: (path) => {
    const endpoint = quietEndpoint();
    const events: { eventName: string; payload?: unknown }[] = [];
    const refused: unknown[] = [];
    let clientId: string | undefined;
    endpoint.connectTo('agent', path);
    const wire = endpoint.of.agent as unknown as Emitter;
    wire.on('message', (message: unknown) => {
      const { data, success } = ipcMessageSchema.safeParse(message);
      if (!success) refused.push(message);
      else if (data.type === 'Ack') clientId = data.data.clientId;
      else if (data.type === 'TaskEvent') events.push(data.data);
    });
    return {
      events,
      refused,
      get clientId() {
        return clientId;
      },
      send: (data) => wire.emit('message', { type: 'TaskCommand', origin: 'client', clientId, data }),
      stop: () => endpoint.disconnect('agent'),
    };
  },
};

function quietEndpoint(): IPCModule {
  const endpoint = new IPCModule();
  Object.assign(endpoint.config, { silent: true, maxRetries: 0, stopRetrying: true });
  return endpoint;
}

interface OfficialEmitter {
  on(type: string, listener: (...values: never[]) => void): void;
}

interface ServerClass extends OfficialEmitter {
  listen(): void;
  broadcast(message: object): void;
  send(clientId: string, message: object): void;
}

interface ClientClass extends OfficialEmitter {
  readonly clientId: string | undefined;
  sendCommand(command: TaskCommand): void;
  disconnect(): void;
}

type Log = (...values: readonly unknown[]) => void;

/** The classes IpcServer and IpcClient themselves, of a folder `packages/ipc` of an agent with its dependencies in place. */
export async function officialClasses(folder: string): Promise<OfficialPeers> {
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, 'src', file)).href);
  const { IpcServer } = (await load('ipc-server.ts')) as { IpcServer: new (path: string, log: Log) => ServerClass };
  const { IpcClient } = (await load('ipc-client.ts')) as { IpcClient: new (path: string, log: Log) => ClientClass };
  return {
    serve: (path, onCommand) => {
      const wire = new IpcServer(path, () => undefined);
      const server: OfficialServer = {
        send: (data, clientId) => {
          const message = { type: 'TaskEvent', origin: 'server', data };
          if (clientId === undefined) wire.broadcast(message);
          else wire.send(clientId, message);
        },
        // The class cannot be stopped: it ends with its process.
        stop: () => undefined,
      };
      wire.on('TaskCommand', (clientId: string, command: TaskCommand) => onCommand(command, clientId, server));
      wire.listen();
      return server;
    },
    connect: (path) => {
      const events: { eventName: string; payload?: unknown }[] = [];
      const refused: unknown[] = [];
      const wire = new IpcClient(path, (line) => {
        if (String(line).includes('invalid')) refused.push(line);
      });
      wire.on('TaskEvent', (event: (typeof events)[0]) => events.push(event));
      return {
        events,
        refused,
        get clientId() {
          return wire.clientId;
        },
        send: (command) => wire.sendCommand(command),
        stop: () => wire.disconnect(),
      };
    },
  };
}
