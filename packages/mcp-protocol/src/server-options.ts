import type { JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { ConnectionContext, Implementation, RequestContext } from './definitions/context.ts';
import type { PromptDefinition } from './definitions/prompt.ts';
import type { ResourceDefinition } from './definitions/resource.ts';
import type { Listing, ToolDefinition } from './definitions/tool.ts';
import type { RequestForwarder } from './requests/request-forwarder.ts';
import type { ErrorSource } from './requests/request-handler.ts';
import type { ObserveEnd, ObserveStart } from './requests/request-outcome.ts';

/** The definitions that a server serves, its limits, and the listeners for its clients. */
export interface ServerOptions {
  readonly info: Implementation;
  /** Instructions for the model on how to use the server; a function gives each connection its own. */
  readonly instructions?: string | ((context: ConnectionContext) => string);
  /** The tools, or a function that lists those a connection sees. Left out: no tools capability. */
  readonly tools?: Listing<ToolDefinition>;
  readonly resources?: Listing<ResourceDefinition>;
  readonly prompts?: Listing<PromptDefinition>;
  /**
   * Finds a tool that may be called though it is not listed, such as one whose call explains why it is refused. Keep the
   * tool's own `outputSchema`: a client that listed it earlier holds the refusal to it.
   */
  readonly findUnlistedTool?: (
    name: string,
    context: RequestContext,
  ) => ToolDefinition | undefined | Promise<ToolDefinition | undefined>;
  /** Hands requests on to other servers, beside the definitions above. */
  readonly forwarding?: RequestForwarder;
  /** Further capabilities to declare, such as `experimental`; they take precedence over the derived ones. */
  readonly capabilities?: JsonObject;
  /** How a failed tool call is answered: a result with `isError` (the default, as MCP has it) or a JSON-RPC error. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** The wire error of arguments that do not fit the schema of their tool. Default `VALIDATION_ERROR`; MCP's own is `INVALID_PARAMS`. */
  readonly invalidArguments?: 'VALIDATION_ERROR' | 'INVALID_PARAMS';
  /** How many requests of one client run at once, those that wait for another program aside; more wait their turn. Default 256. */
  readonly maxConcurrent?: number;
  /** Receives every unexpected error in full; the client gets only its correlation id. Default: dropped. */
  readonly onError?: (error: unknown, place: ErrorSource) => void;
  /** Receives lines about the traffic, such as ignored messages. Default: dropped. */
  readonly logger?: (line: string) => void;
  /** Called when a client has sent a notification, such as `notifications/initialized` or `notifications/roots/list_changed`. */
  readonly onNotification?: (notification: ClientNotification) => void;
  /** Called when a client is being listed the tools; the answer goes out in the same turn. */
  readonly onToolsListed?: (context: ConnectionContext) => void;
  /** Called when the turn of a request has come, before it is handled. `onRequestEnd` follows, however it ends. Default: none. */
  readonly onRequestStart?: ObserveStart;
  /**
   * Called when a request has ended, in any way: answered, failed, refused before any handler saw it, or cancelled. The answer waits
   * for what it returns. Default: none.
   */
  readonly onRequestEnd?: ObserveEnd;
  /** Called when a client has asked for a log level; the context holds it. */
  readonly onLogLevel?: (context: ConnectionContext) => void;
  /** Called when a client has gone, so that what was kept for it can be dropped. */
  readonly onDisconnect?: (context: ConnectionContext) => void;
  /** Schedules the end of a coalescing window. Default: a timer. */
  readonly schedule?: Schedule;
}

/** A notification of a client, and the client that sent it. */
export interface ClientNotification {
  readonly method: string;
  readonly params: JsonObject;
  readonly context: ConnectionContext;
}
