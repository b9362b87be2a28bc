import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@modegate/json';
import type { RequestContext, ToolDefinition } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { type Catalogue, createCatalogue } from '../../src/catalogue/catalogue.ts';
import type { UpstreamTool } from '../../src/catalogue/upstream-tool.ts';
import { availableConfigurationTools } from '../../src/configuration-tools/configuration-tool-names.ts';
import { defineConfigurationTools } from '../../src/configuration-tools/configuration-tools.ts';
import type { ConfigurationContext, Viewer } from '../../src/configuration-tools/context.ts';
import type { ToolsetInfo } from '../../src/configuration-tools/toolset-view.ts';
import type { ToolsetsEvent } from '../../src/toolsets/active-toolset.ts';
import {
  type ConfigurationMode,
  createConfigurationMode,
  startsConfiguring,
  type ToolsetPresentation,
  type UnequippedExposure,
} from '../../src/toolsets/configuration-mode.ts';
import type { ChangedToolPolicy } from '../../src/toolsets/toolset.ts';
import type { ToolsetStore } from '../../src/toolsets/toolset-store.ts';
import { createToolsets, type Toolsets } from '../../src/toolsets/toolsets.ts';
import { createMemoryToolsetStore } from './memory-toolset-store.ts';

/** The tools that each server of the fixture has. */
export const FIXTURE_TOOLS = [
  'status',
  'echo',
  'mutate',
  'die',
  'slow',
  'soft-error',
  'hard_error',
  'dot.name',
  'structured',
] as const;

/** The definition of a tool, as a server would send it. */
export function definitionOf(name: string, members: JsonObject = {}): JsonObject {
  return { name, description: `What ${name} does.`, inputSchema: { type: 'object' }, ...members };
}

/** The fixture's two servers, or others. */
export function catalogueOf(servers: Readonly<Record<string, readonly (string | JsonObject)[]>>): Catalogue {
  return createCatalogue(
    Object.entries(servers).map(([name, tools]) => ({
      name,
      tools: tools.map((tool) => (typeof tool === 'string' ? definitionOf(tool) : tool)),
    })),
  );
}

/** `alpha` and `beta` with the same nine tools each. */
export function fixtureCatalogue(): Catalogue {
  return catalogueOf({ alpha: FIXTURE_TOOLS, beta: FIXTURE_TOOLS });
}

/** How a world differs from the usual one. */
export interface WorldOptions {
  readonly store?: ToolsetStore;
  readonly projectRoot?: string;
  readonly catalogue?: Catalogue;
  readonly presentation?: ToolsetPresentation;
  readonly unequipped?: UnequippedExposure;
  readonly changedTools?: ChangedToolPolicy;
  readonly isDenied?: (viewer: Viewer, tool: UpstreamTool) => boolean;
  readonly context?: Partial<ConfigurationContext>;
}

interface Costly {
  readonly context: { readonly tokens: number; readonly percentTotal: number | null };
}

interface Described extends Costly {
  readonly name: string;
  readonly refId: string;
}

/** What the answers of the ten tools have between them; each has some of it. */
export interface Facts {
  readonly success: boolean;
  readonly message: string;
  readonly error: string;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly meta: {
    readonly success: boolean;
    readonly error: string;
    readonly warnings: readonly string[];
    readonly autoEquipped: boolean;
    readonly totalPossibleContext: Costly['context'];
  };
  readonly equipped: boolean;
  readonly toolset: ToolsetInfo;
  readonly toolsets: readonly ToolsetInfo[];
  readonly summary: { readonly totalTools: number; readonly totalServers: number };
  readonly toolsByServer: readonly (Costly & { readonly serverName: string; readonly tools: readonly Described[] })[];
  readonly exposedTools: Readonly<Record<string, readonly Described[]>>;
  readonly unavailableServers: readonly string[];
  readonly context: Costly['context'];
  readonly availableTools: readonly string[];
  readonly currentMode: string;
  readonly serverStatus: object;
}

/** What a tool answered, or that its input was refused before it ran. */
export interface Answer {
  readonly refused?: boolean;
  readonly isError: boolean;
  readonly structured: Facts;
}

/** Everything that a server would put around the configuration tools, without the server. */
export interface World {
  catalogue: Catalogue;
  readonly toolsets: Toolsets;
  readonly mode: ConfigurationMode;
  readonly offered: (connectionId: string) => readonly string[];
  readonly tools: readonly ToolDefinition[];
  readonly store: ToolsetStore;
  /** What has been announced: `all` for a change of the equipped set, else the connection whose mode has changed. */
  readonly announced: string[];
  readonly events: ToolsetsEvent[];
  /** Calls a tool as a server does: input parsed, output held to its schema. */
  call(name: string, input?: JsonObject, connectionId?: string): Promise<Answer>;
  /** Names as `tools/list` would give them: exposed tools of the servers, then configuration tools. */
  list(connectionId?: string): readonly string[];
}

/** Builds a world; the clock moves on by a second with each look at it. */
export function createWorld(options: WorldOptions = {}): World {
  const { presentation = 'modal', unequipped = 'none', isDenied = () => false } = options;
  const store = options.store ?? createMemoryToolsetStore();
  const announced: string[] = [];
  const events: ToolsetsEvent[] = [];
  let now = Date.UTC(2026, 0, 1);
  const toolsets = createToolsets({
    store,
    projectRoot: options.projectRoot ?? '/project',
    catalogue: () => world.catalogue,
    now: () => {
      now += 1_000;
      return now;
    },
    changedTools: options.changedTools,
    unequipped,
  });
  const mode = createConfigurationMode({
    presentation,
    initial: () => startsConfiguring({ presentation, unequipped, isEquipped: toolsets.active !== undefined }),
  });
  toolsets.onChange((event) => {
    events.push(event);
    announced.push('all');
  });
  mode.onChange((connectionId) => announced.push(connectionId));
  const visibleTools = (viewer: Viewer): readonly UpstreamTool[] =>
    world.catalogue.tools.filter((tool) => !isDenied(viewer, tool));
  const tools = defineConfigurationTools({ toolsets, mode, visibleTools, ...options.context });
  const offered = (connectionId: string) => availableConfigurationTools(mode, connectionId);
  const world: World = {
    catalogue: options.catalogue ?? fixtureCatalogue(),
    toolsets,
    mode,
    offered,
    tools,
    store,
    announced,
    events,
    call: async (name, input = {}, connectionId = 'c1') => {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      const parsed = tool.input?.safeParse(input);
      if (parsed?.success !== true) return { refused: true, isError: true, structured: {} as Facts };
      const context = { connectionId } as RequestContext;
      const { structuredContent, isError = false } = await tool.call(parsed.data as never, context);
      const wire: Facts = JSON.parse(JSON.stringify(structuredContent));
      expectSame(tool.output?.parse(wire), wire);
      return { isError, structured: wire };
    },
    list: (connectionId = 'c1') => {
      const names = mode.isConfiguring(connectionId)
        ? []
        : visibleTools({ connectionId })
            .filter((tool) => toolsets.whyNotEquipped(tool) === undefined)
            .map((tool) => tool.exposedName);
      return [...names, ...offered(connectionId)];
    },
  };
  return world;
}

/** The JSON Schemas of a tool as a server lists them. */
export function schemasOf({ input, output }: ToolDefinition): {
  readonly input: JsonObject;
  readonly output: JsonObject;
} {
  if (input === undefined || output === undefined) throw new Error('A configuration tool has both schemas.');
  return { input: z.toJSONSchema(input, { io: 'input' }), output: z.toJSONSchema(output, { io: 'output' }) };
}

// What a server drops because a schema does not have it would be lost in silence.
function expectSame(parsed: unknown, wire: unknown): void {
  if (!isDeepStrictEqual(parsed, wire)) throw new Error('The schema does not have all of the answer.');
}
