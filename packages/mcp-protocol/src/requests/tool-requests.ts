import { defined, isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { didYouMean } from '@modegate/nearest-name';
import type { ConnectionContext, RequestContext } from '../definitions/context.ts';
import type { Listing, ToolDefinition } from '../definitions/tool.ts';
import { toolFailure } from '../definitions/tool-result.ts';
import { readForwardedError, WireError, wireError } from '../json-rpc/wire-errors.ts';
import { checkParamHeaders } from '../stateless/param-headers.ts';
import { renumberFailure } from '../stateless/stateless-errors.ts';
import { type CompiledTool, compileTool, type InvalidArgumentsName } from './compiled-tool.ts';
import { checkCursor, checkUnique, objectParam, stringParam } from './params.ts';
import { type ReportError, type RequestHandlers, toWireFailure } from './request-handler.ts';
import { markAsFailure } from './request-outcome.ts';

export interface ToolRequestOptions {
  readonly tools: Listing<ToolDefinition>;
  /** Finds a tool that can be called but is not listed. */
  readonly findUnlistedTool?: (
    name: string,
    context: RequestContext,
  ) => ToolDefinition | undefined | Promise<ToolDefinition | undefined>;
  /** Called when a client lists the tools. Never throws. */
  readonly onListed: (context: ConnectionContext) => void;
  readonly toolErrors: 'result' | 'jsonrpc';
  readonly invalidArguments: InvalidArgumentsName;
  readonly report: ReportError;
}

interface ToolIndex {
  readonly byName: ReadonlyMap<string, CompiledTool>;
  readonly result: JsonObject;
}

const indexes = new WeakMap<readonly ToolDefinition[], ToolIndex>();

/**
 * Builds the handlers for `tools/list` and `tools/call`. @throws {TypeError} if a static list contains a duplicate or
 * invalid name.
 */
export function toolRequestHandlers(options: ToolRequestOptions): RequestHandlers {
  if (typeof options.tools !== 'function') checkUnique('Tool', options.tools, (tool) => compileTool(tool).tool.name);
  return {
    'tools/list': async (params, { context }) => {
      checkCursor(params);
      const { result } = await indexOf(options, context);
      options.onListed(context);
      return result;
    },
    'tools/call': (params, { context }) => {
      const name = stringParam(params, 'name');
      const call = { input: objectParam(params, 'arguments'), context, options };
      const index = indexOf(options, context);
      return index instanceof Promise
        ? index.then((listed) => callNamed(name, listed, call))
        : callNamed(name, index, call);
    },
  };
}

interface Call {
  readonly input: JsonObject;
  readonly context: RequestContext;
  readonly options: ToolRequestOptions;
}

function callNamed(name: string, { byName }: ToolIndex, call: Call): Promise<JsonObject> {
  const listed = byName.get(name);
  return listed === undefined ? callUnlisted(name, byName, call) : callTool(listed, call);
}

async function callUnlisted(name: string, byName: ToolIndex['byName'], call: Call): Promise<JsonObject> {
  const tool = await unlisted(call.options, name, call.context);
  if (tool === undefined) throw unknownTool(name, [...byName.keys()]);
  return callTool(tool, call);
}

async function callTool(compiled: CompiledTool, call: Call): Promise<JsonObject> {
  const { tool } = compiled;
  const { isStateless, header } = call.context;
  if (isStateless && header !== undefined && tool.inputSchema !== undefined)
    checkParamHeaders(tool.inputSchema, call.input, header);
  try {
    // Nearly all schemas are synchronous, and each `await` that is avoided leaves time for other calls.
    const parsed = compiled.parseInput(call.input, call.options.invalidArguments);
    const input = (parsed instanceof Promise ? await parsed : parsed) as never;
    const result = checkedResult(compiled, await tool.call(input, call.context));
    return result instanceof Promise ? await result : result;
  } catch (thrown) {
    if (readForwardedError(thrown) !== undefined) throw thrown;
    const report: ReportError = (error, place) => {
      if (!call.context.signal.aborted) call.options.report(error, place);
    };
    const failure = renumberFailure(toWireFailure(thrown, `tools/call ${tool.name}`, report), call.context.isStateless);
    if (call.options.toolErrors === 'result')
      return markAsFailure(
        toolFailure(failure, tool.outputSchema === undefined ? 'structuredContent' : '_meta'),
        thrown,
      );
    throw new WireError(failure.name, failure.message, { ...defined({ data: failure.data }), cause: thrown });
  }
}

function checkedResult(compiled: CompiledTool, result: unknown): JsonObject | Promise<JsonObject> {
  // The other server is responsible for forwarded results, including earlier result formats.
  if (compiled.tool.inputSchema !== undefined && isJsonObject(result)) return result;
  if (!isJsonObject(result) || !Array.isArray(result.content)) {
    throw new Error(`Tool '${compiled.tool.name}' returned ${preview(result)}, expected a result with a content array`);
  }
  const { structuredContent: structured } = result;
  // A failed call may have any structured content that matches the listed schema.
  const hasFailed =
    result.isError === true && (structured === undefined || (isJsonObject(structured) && 'error' in structured));
  if (compiled.tool.output === undefined || hasFailed) return result;
  // Clients validate the result against the published schema, which allows no additional members, so the parsed value
  // is sent.
  const parsed = compiled.parseOutput(structured);
  return parsed instanceof Promise
    ? parsed.then((structuredContent: unknown) => ({ ...result, structuredContent }))
    : { ...result, structuredContent: parsed };
}

function indexOf(options: ToolRequestOptions, context: ConnectionContext): ToolIndex | Promise<ToolIndex> {
  const tools = typeof options.tools === 'function' ? options.tools(context) : options.tools;
  return tools instanceof Promise ? tools.then((listed) => indexTools(options, listed)) : indexTools(options, tools);
}

function indexTools(options: ToolRequestOptions, tools: readonly ToolDefinition[]): ToolIndex {
  const known = indexes.get(tools);
  if (known !== undefined) return known;
  const byName = new Map<string, CompiledTool>();
  for (const tool of tools) addTool(byName, tool, options.report);
  const index = { byName, result: { tools: [...byName.values()].map((compiled) => compiled.listed) } };
  indexes.set(tools, index);
  return index;
}

// A single invalid tool must not make the other tools in a computed list unavailable.
function addTool(byName: Map<string, CompiledTool>, tool: ToolDefinition, report: ReportError): void {
  try {
    if (byName.has(tool.name)) throw new TypeError(`Tool '${tool.name}' is listed twice; the first one is used`);
    byName.set(tool.name, compileTool(tool));
  } catch (error) {
    report(error, { correlationId: crypto.randomUUID(), during: 'tools/list' });
  }
}

async function unlisted(
  options: ToolRequestOptions,
  name: string,
  context: RequestContext,
): Promise<CompiledTool | undefined> {
  const tool = await options.findUnlistedTool?.(name, context);
  return tool === undefined ? undefined : compileTool(tool);
}

// MCP 2025-11-25, tools, Error Handling: an unknown tool is a protocol error, not a failed call.
function unknownTool(name: string, known: readonly string[]): WireError {
  return wireError('INVALID_PARAMS', `Unknown tool ${preview(name)}.${didYouMean(name, known)}`, {
    tool: name.slice(0, 128),
    available: known.slice(0, 100),
  });
}
