import { createServer, type PromptDefinition, type ProtocolServer } from '@modegate/mcp-protocol';
import { createMemoryStore, createSessions, type Sessions } from '@modegate/session-store';
import type { AuditLog } from './audit-log.ts';
import { serverInstructions } from './instructions.ts';
import type { Log } from './log.ts';
import { modePrompts } from './mode-prompts.ts';
import { modeResources, modeUris } from './mode-resources.ts';
import { createModesState, type ModesSnapshot, type ModesState } from './modes-state.ts';
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

/** A modes server that may be connected to a transport; requests wait until the modes are loaded, the handshake does not. */
export interface ModesServer {
  readonly server: ProtocolServer;
  readonly modes: ModesState;
  readonly sessions: Sessions;
}

/** Begins to load the modes and builds the server over them. Starts no timer, no watcher and no transport. */
export function createModesServer(options: ModesServerOptions): ModesServer {
  const { settings, log, now = Date.now } = options;
  const modes = createModesState(settings, (changed) => {
    announceChanges(server, changed);
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
  const toolList = tools(context);
  const resourceList = modeResources(context);
  // One list for each snapshot: the server compiles a list it has not seen before.
  const promptLists = new WeakMap<ModesSnapshot, readonly PromptDefinition[]>();
  const promptsOf = (snapshot: ModesSnapshot) => {
    const prompts = promptLists.get(snapshot) ?? modePrompts(context);
    promptLists.set(snapshot, prompts);
    return prompts;
  };
  const server = createServer({
    info: {
      name: settings.serverName,
      title: 'Modegate modes',
      version: settings.serverVersion ?? version,
      ...describe(settings),
    },
    instructions: serverInstructions(settings.mode),
    tools: () => modes.ready.then(() => toolList),
    resources: () => modes.ready.then(() => resourceList),
    prompts: () => modes.ready.then(() => promptsOf(modes.current)),
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
