import type { JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';
import type { ConnectionContext, Implementation, RequestContext } from './definitions/context.ts';
import type { PromptDefinition } from './definitions/prompt.ts';
import type { ResourceDefinition } from './definitions/resource.ts';
import type { Listing, ToolDefinition } from './definitions/tool.ts';
import type { RequestForwarder } from './requests/request-forwarder.ts';
import type { ErrorSource } from './requests/request-handler.ts';
import type { ObserveEnd, ObserveStart } from './requests/request-outcome.ts';

/** Options of {@link createServer}. */
export interface ServerOptions {
  readonly info: Implementation;
  /** Instructions for the model, or a function that returns the instructions for a connection. */
  readonly instructions?: string | ((context: ConnectionContext) => string);
  /**
   * The tools, or a function that returns the tools for a connection. If this option is absent, the tools capability is
   * not declared.
   */
  readonly tools?: Listing<ToolDefinition>;
  readonly resources?: Listing<ResourceDefinition>;
  readonly prompts?: Listing<PromptDefinition>;
  /**
   * Finds a tool that can be called but is not listed, for example to explain why a call is denied. The tool must
   * retain its `outputSchema`, because a client that listed the tool earlier validates the error against that schema.
   */
  readonly findUnlistedTool?: (
    name: string,
    context: RequestContext,
  ) => ToolDefinition | undefined | Promise<ToolDefinition | undefined>;
  /** Forwards requests to other servers, in addition to the definitions above. */
  readonly forwarding?: RequestForwarder;
  /** Additional capabilities, such as `experimental`; these override the derived capabilities. */
  readonly capabilities?: JsonObject;
  /** The form of a failed tool call: a result with `isError` (default, as in MCP) or a JSON-RPC error. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /**
   * The wire error for arguments that do not match the tool's schema. Default `VALIDATION_ERROR`; MCP uses
   * `INVALID_PARAMS`.
   */
  readonly invalidArguments?: 'VALIDATION_ERROR' | 'INVALID_PARAMS';
  /**
   * Maximum number of concurrent requests per client, not counting requests that are waiting for another program;
   * further requests are queued. Default 256.
   */
  readonly maxConcurrent?: number;
  /** Receives every unexpected error in full; the client receives only the error's correlation id. Default: none. */
  readonly onError?: (error: unknown, place: ErrorSource) => void;
  /** Receives log lines about protocol traffic, such as ignored messages. Default: none. */
  readonly logger?: (line: string) => void;
  /**
   * Called for each notification from a client, such as `notifications/initialized` or
   * `notifications/roots/list_changed`.
   */
  readonly onNotification?: (notification: ClientNotification) => void;
  /** Called when a client lists the tools. The response is sent in the same turn of the event loop. */
  readonly onToolsListed?: (context: ConnectionContext) => void;
  /** Called before a request is handled. `onRequestEnd` always follows. Default: none. */
  readonly onRequestStart?: ObserveStart;
  /**
   * Called at the end of every request, including rejected and cancelled requests. The response waits for the returned
   * promise. Default: none.
   */
  readonly onRequestEnd?: ObserveEnd;
  /** Called after a client has set its log level; the context contains the new level. */
  readonly onLogLevel?: (context: ConnectionContext) => void;
  /** Called after a client has disconnected, so that resources used for that client can be released. */
  readonly onDisconnect?: (context: ConnectionContext) => void;
  /** Schedules the end of the window in which notifications are coalesced. Default: a timer. */
  readonly schedule?: Schedule;
}

/** A notification and the client that sent it. */
export interface ClientNotification {
  readonly method: string;
  readonly params: JsonObject;
  readonly context: ConnectionContext;
}
