// The part of node-ipc 14.0.0 that this package uses; node-ipc ships no types.
declare module 'node-ipc' {
  import type { Server as NetServer, Socket } from 'node:net';

  /** Configuration; read once, when a client or a server is created. */
  interface Config {
    silent: boolean;
    rawBuffer: boolean;
    maxRetries: number;
    stopRetrying: boolean;
    unlink: boolean;
    secureSocketRoot: boolean;
    maxConnections: number;
  }

  /** In raw mode, `data` contains the bytes as received, and nothing that a peer sends determines the event's name. */
  interface Client {
    readonly socket: Socket;
    on(type: 'connect' | 'destroy', handler: () => void): this;
    on(type: 'error', handler: (error: Error) => void): this;
    on(type: 'data', handler: (bytes: Uint8Array) => void): this;
  }

  interface Server {
    /** The server; false until `start` is called. */
    readonly server: NetServer | false;
    port: number | string | undefined;
    on(type: 'start', handler: () => void): this;
    on(type: 'connect', handler: (socket: Socket) => void): this;
    on(type: 'data', handler: (bytes: Uint8Array, socket: Socket) => void): this;
    start(): void;
    stop(): void;
  }

  /** An endpoint with its own configuration; the module's default export is shared by the whole process. */
  export class IPCModule {
    readonly config: Config;
    readonly of: { readonly [id: string]: Client | undefined };
    readonly server: Server;
    connectTo(id: string, path: string): void;
    connectToNet(id: string, host: string, port: number): void;
    disconnect(id: string): void;
    serve(path: string): void;
    serveNet(host: string, port: number): void;
  }
}
