import { isJsonObject } from '@modegate/json';
import type { Project } from '@modegate/project';
import type { AskedServer } from '@modegate/project-ui';
import { type InspectedServer, type Inspection, inspectUpstreams } from '../gateway/inspect-upstreams.ts';
import type { Settings } from '../settings/settings.ts';
import type { StateTexts } from '../storage/state-texts.ts';

/** Options for {@link queryServersForPage}. */
export interface PageQueryOptions {
  readonly settings: Settings;
  readonly project: Project;
  readonly texts: StateTexts;
  /** Time allowed for servers to start; undefined to start no servers. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
}

/** Lists what a project's servers offer. Starts trusted servers in the same way as the gateway, and then stops them. */
export async function queryServersForPage(options: PageQueryOptions): Promise<readonly AskedServer[]> {
  const { settings, project, texts, timeoutMs, signal } = options;
  const { enabled, isInsideGateway } = settings.gateway;
  if (project.servers.length === 0) return [];
  if (timeoutMs === undefined || enabled === 'off' || isInsideGateway) {
    const note =
      timeoutMs === undefined
        ? 'This server was not queried, because of --offline.'
        : 'This server was not queried, because the gateway is switched off.';
    return project.servers.map(({ name, policy }) => ({ name, state: policy.disabled ? 'off' : 'not-asked', note }));
  }
  const inspection = await inspectUpstreams({ settings, project, texts, timeoutMs, signal, env: process.env });
  return inspection.servers.map((server) => describeAsked(server, { project, inspection }));
}

function describeAsked(
  { name, state, problem }: InspectedServer,
  { project, inspection }: { readonly project: Project; readonly inspection: Inspection },
): AskedServer {
  if (state.status === 'disabled') {
    const isOff = project.servers.find((entry) => entry.name === name)?.policy.disabled === true;
    return { name, state: isOff ? 'off' : 'not-asked', note: state.reason };
  }
  if (problem !== undefined) return { name, state: 'failed', note: problem, connected: false };
  const own = inspection.tools.filter(({ tool }) => tool.server === name);
  return {
    name,
    state: 'answered',
    connected: true,
    tools: own.map(({ tool: { tool, definition }, tokens }) => ({
      name: tool,
      tokens,
      ...textOf(definition.description),
      ...(definition.inputSchema === undefined ? {} : { inputSchema: definition.inputSchema }),
      ...hintsOf(definition.annotations),
    })),
  };
}

function textOf(description: unknown): { readonly description?: string } {
  return typeof description === 'string' ? { description } : {};
}

const hintNames = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

/** Returns a tool's declared hints (MCP 2025-11-25, `ToolAnnotations`). */
function hintsOf(annotations: unknown): { readonly hints?: Partial<Record<(typeof hintNames)[number], boolean>> } {
  if (!isJsonObject(annotations)) return {};
  const hints = hintNames.map((name) => [name, annotations[`${name}Hint`]] as const);
  return { hints: Object.fromEntries(hints.filter(([, value]) => typeof value === 'boolean')) };
}
