import { isPlainObject } from '../plain-object.ts';
import { type CatalogueTool, findTool } from '../tools/tool-catalogue.ts';
import { pathParameters } from '../tools/tool-parameters.ts';

/** Which MCP server and tool a call is for, by their real names, and how the server is set up. */
export interface McpContext {
  readonly serverName?: string | undefined;
  /** Absent for a resource. */
  readonly toolName?: string | undefined;
  /** `false`: only modes that name the server in `allowedServers` may use it. Default true. */
  readonly serverDefaultEnabled?: boolean | undefined;
}

/** Tools switched on and off by the settings; a falsy entry switches off, a truthy one grants nothing, `false` switches everything off. */
export type ToolRequirements = Readonly<Record<string, boolean | undefined>> | false;

/** Experiments by id; `false` switches the experiment's tool off. */
export type Experiments = Readonly<Record<string, boolean | undefined>>;

/** @internal One question to the facade, with the trailing parameters sorted out. */
export interface ToolQuestion {
  readonly tool: string;
  readonly mode: string;
  readonly customModes: unknown;
  readonly toolRequirements: ToolRequirements | null | undefined;
  readonly toolParams: object | null | undefined;
  readonly experiments: Experiments | undefined;
  readonly includedTools: readonly string[] | undefined;
  readonly mcpContext: McpContext | undefined;
}

/** @internal The three trailing parameters, where `mcpContext` may be last or in place of one before it. */
export function readTrailing(
  experiments?: Experiments | McpContext,
  includedTools?: readonly string[] | McpContext,
  mcpContext?: McpContext,
): Pick<ToolQuestion, 'experiments' | 'includedTools' | 'mcpContext'> {
  const early = isMcpContext(includedTools) ? includedTools : isMcpContext(experiments) ? experiments : undefined;
  return {
    experiments: isMcpContext(experiments) ? undefined : experiments,
    includedTools: Array.isArray(includedTools) ? (includedTools as readonly string[]) : undefined,
    mcpContext: mcpContext ?? early,
  };
}

const contextKeys = ['serverName', 'toolName', 'serverDefaultEnabled'] as const;

function isMcpContext(value: unknown): value is McpContext {
  return typeof value === 'object' && value !== null && contextKeys.some((key) => key in value);
}

const toolsOfExperiments: Readonly<Record<string, string>> = {
  imageGeneration: 'generate_image',
  runSlashCommand: 'run_slash_command',
};

/** @internal The tools that the settings switch off, in a fixed order; `'all'` when they switch off everything. */
export function listDisabledTools({ toolRequirements, experiments }: ToolQuestion): readonly string[] | 'all' {
  if (toolRequirements === false) return 'all';
  const byExperiment = Object.entries(toolsOfExperiments).flatMap(([id, tool]) =>
    experiments?.[id] === false ? [tool] : [],
  );
  return [...listFalsyKeys(toolRequirements ?? {}), ...byExperiment].sort();
}

/** Keys with a falsy value, inherited ones included, as upstream reads them. */
function listFalsyKeys(requirements: Readonly<Record<string, unknown>>): readonly string[] {
  const keys: string[] = [];
  for (const key in requirements) if (!requirements[key]) keys.push(key);
  return keys;
}

/**
 * @internal Whether the question is not about a call but about an offer: no arguments at all, or those of an edit that is still
 * streaming in, of which nothing but the path is there. Presence counts and not truthiness: writing `''` empties a file.
 */
export function isAboutOffer({ tool, toolParams, mcpContext }: ToolQuestion): boolean {
  const known = findTool(tool);
  if (mcpContext !== undefined && (known?.group === 'mcp' || mcpContext.serverName !== undefined)) return false;
  if (toolParams === undefined || toolParams === null) return true;
  return streamsPath(known) && isPlainObject(toolParams) && Reflect.ownKeys(toolParams).every(isPathParameter);
}

/** An image is written, and a file deleted, by its path alone, so that is never half a call. */
function streamsPath(tool: CatalogueTool | undefined): boolean {
  return tool?.group === 'edit' && tool.name !== 'generate_image' && tool.name !== 'delete_file';
}

function isPathParameter(key: string | symbol): boolean {
  return (pathParameters as readonly (string | symbol)[]).includes(key);
}
