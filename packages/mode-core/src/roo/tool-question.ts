import { isPlainObject } from '../plain-object.ts';
import { type CatalogueTool, findTool } from '../tools/tool-catalogue.ts';
import { pathParameters } from '../tools/tool-parameters.ts';

/** Real names of the MCP server and tool in a call, and the configuration of the server. */
export interface McpContext {
  readonly serverName?: string | undefined;
  /** Name of the tool; absent for a resource. */
  readonly toolName?: string | undefined;
  /** If false, only modes that list the server in `allowedServers` may use it. Default true. */
  readonly serverDefaultEnabled?: boolean | undefined;
}

/**
 * Tools switched on or off by the settings: a falsy entry switches a tool off, a truthy entry has no effect, and
 * `false` instead of an object switches off all tools.
 */
export type ToolRequirements = Readonly<Record<string, boolean | undefined>> | false;

/** Experiments by id; `false` switches off the experiment's tool. */
export type Experiments = Readonly<Record<string, boolean | undefined>>;

/** @internal A question to the facade, with its trailing parameters resolved. */
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

/**
 * @internal Resolves the three trailing parameters: `mcpContext` may come last or take the position of an earlier
 * parameter.
 */
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

/** @internal Lists the tools that the settings switch off, in a fixed order; `'all'` if they switch off everything. */
export function listDisabledTools({ toolRequirements, experiments }: ToolQuestion): readonly string[] | 'all' {
  if (toolRequirements === false) return 'all';
  const byExperiment = Object.entries(toolsOfExperiments).flatMap(([id, tool]) =>
    experiments?.[id] === false ? [tool] : [],
  );
  return [...listFalsyKeys(toolRequirements ?? {}), ...byExperiment].sort();
}

/** Lists keys with a falsy value, including inherited keys, in the same way as the upstream project. */
function listFalsyKeys(requirements: Readonly<Record<string, unknown>>): readonly string[] {
  const keys: string[] = [];
  for (const key in requirements) if (!requirements[key]) keys.push(key);
  return keys;
}

/**
 * @internal True if the question is about offering a tool, not about a call: there are no arguments, or only the path
 * of an edit that is still being streamed. A value that is present is an argument even if it is falsy; for example,
 * writing `''` empties a file.
 */
export function isAboutOffer({ tool, toolParams, mcpContext }: ToolQuestion): boolean {
  const known = findTool(tool);
  if (mcpContext !== undefined && (known?.group === 'mcp' || mcpContext.serverName !== undefined)) return false;
  if (toolParams === undefined || toolParams === null) return true;
  return streamsPath(known) && isPlainObject(toolParams) && Reflect.ownKeys(toolParams).every(isPathParameter);
}

/** A path is enough to write an image or delete a file, so a call with a path is always complete. */
function streamsPath(tool: CatalogueTool | undefined): boolean {
  return tool?.group === 'edit' && tool.name !== 'generate_image' && tool.name !== 'delete_file';
}

function isPathParameter(key: string | symbol): boolean {
  return (pathParameters as readonly (string | symbol)[]).includes(key);
}
