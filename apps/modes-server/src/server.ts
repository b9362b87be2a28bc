import { createServer, type ProtocolServer } from '@modegate/mcp-protocol';
import { createMemoryStore, createSessions, type Sessions } from '@modegate/session-store';
import type { AuditLog } from './audit-log.ts';
import { serverInstructions } from './instructions.ts';
import type { Log } from './log.ts';
import { modePrompts } from './mode-prompts.ts';
import { modeResources, modeUris } from './mode-resources.ts';
import { createModesState, type ModesState } from './modes-state.ts';
import type { Settings } from './settings.ts';
import type { ToolContext } from './tool-context.ts';
import { completeTaskTool } from './tools/complete-task.ts';
import { createTaskTool } from './tools/create-task.ts';
import { getModeInfoTool } from './tools/get-mode-info.ts';
import { getTaskInfoTool } from './tools/get-task-info.ts';
import { listModesTool } from './tools/list-modes.ts';
import { switchModeTool } from './tools/switch-mode.ts';
import { validateToolUseTool } from './tools/validate-tool-use.ts';
import { version } from './version.ts';

/** What a modes server needs from outside. */
export interface ModesServerOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly audit?: AuditLog | undefined;
  /** How failed tool calls are answered. Default `result`. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number;
}

/** A modes server that is ready to be connected to a transport. */
export interface ModesServer {
  readonly server: ProtocolServer;
  readonly modes: ModesState;
  readonly sessions: Sessions;
}

/** Loads the modes and builds the server over them. Starts no timer, no watcher and no transport. */
export async function createModesServer(options: ModesServerOptions): Promise<ModesServer> {
  const { settings, log, now = Date.now } = options;
  let server: ProtocolServer | undefined;
  const modes = await createModesState(settings, (changed) => {
    if (server !== undefined) announceChanges(server, changed);
    log.info(`The modes have changed: ${changed.join(', ')}`);
  });
  const sessions = createSessions({
    store: createMemoryStore(),
    clock: now,
    ttlMs: settings.sessionTimeoutMs,
    limits: sessionLimits,
    modeExists: (slug) => modes.current.policy.modes.some((mode) => mode.config.slug === slug),
  });
  const context: ToolContext = { modes, sessions, settings, audit: options.audit, now };
  server = createServer({
    info: {
      name: settings.serverName,
      title: 'Modegate modes',
      version: settings.serverVersion ?? version,
      ...describe(settings),
    },
    instructions: serverInstructions(settings.mode),
    tools: tools(context),
    resources: modeResources(context),
    prompts: () => modePrompts(context),
    ...(options.toolErrors === undefined ? {} : { toolErrors: options.toolErrors }),
    onError: (error, place) => log.error(`Unexpected error (${JSON.stringify(place)})`, error),
    logger: (line) => log.debug(line),
  });
  return { server, modes, sessions };
}

// A client that only ever creates and asks stays within a few hundred megabytes.
const sessionLimits = {
  sessions: 1000,
  messages: 100,
  messageBytes: 16_384,
  switches: 100,
  decisions: 200,
  decisionBytes: 2048,
};

function tools(context: ToolContext) {
  return [
    listModesTool(context),
    getModeInfoTool(context),
    createTaskTool(context),
    switchModeTool(context),
    getTaskInfoTool(context),
    validateToolUseTool(context),
    completeTaskTool(context),
  ];
}

function describe({ serverDescription }: Settings): { readonly description?: string } {
  return serverDescription === undefined ? {} : { description: serverDescription };
}

function announceChanges(server: ProtocolServer, changed: readonly string[]): void {
  server.notifyResourcesChanged();
  server.notifyPromptsChanged();
  for (const uri of changed.flatMap(modeUris)) server.notifyResourceUpdated(uri);
}
