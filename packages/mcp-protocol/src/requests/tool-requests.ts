import { isJsonObject, type JsonObject } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type { ConnectionContext, RequestContext } from '../definitions/context.ts';
import type { Listing, ToolDefinition } from '../definitions/tool.ts';
import { failureResult } from '../definitions/tool-result.ts';
import { truncated } from '../json-rpc/messages.ts';
import { readForwardedError, WireError, wireError } from '../json-rpc/wire-errors.ts';
import { type CompiledTool, compileTool, type InvalidArgumentsName } from './compiled-tool.ts';
import { checkCursor, objectParam, stringParam } from './params.ts';
import { failureOf, type ReportError, type RequestHandlers } from './request-handler.ts';

export interface ToolRequestOptions {
  readonly tools: Listing<ToolDefinition>;
  /** Finds a tool that is callable though not listed. */
  readonly findUnlistedTool?: (
    name: string,
    context: RequestContext,
  ) => ToolDefinition | undefined | Promise<ToolDefinition | undefined>;
  readonly toolErrors: 'result' | 'jsonrpc';
  readonly invalidArguments: InvalidArgumentsName;
  readonly report: ReportError;
}

interface ToolIndex {
  readonly byName: ReadonlyMap<string, CompiledTool>;
  readonly result: JsonObject;
}

const indexes = new WeakMap<readonly ToolDefinition[], ToolIndex>();

/** Builds the handlers of `tools/list` and `tools/call`. @throws {TypeError} when a fixed list names a tool twice or badly. */
export function toolRequestHandlers(options: ToolRequestOptions): RequestHandlers {
  if (Array.isArray(options.tools)) checkNames(options.tools);
  return {
    'tools/list': async (params, { context }) => {
      checkCursor(params);
      return (await indexOf(options, context)).result;
    },
    'tools/call': async (params, { context }) => {
      const name = stringParam(params, 'name');
      const input = objectParam(params, 'arguments');
      const index = await indexOf(options, context);
      const tool = index.byName.get(name) ?? (await unlisted(options, name, context));
      if (tool === undefined) throw unknownTool(name, [...index.byName.keys()]);
      return callTool(tool, { input, context, options });
    },
  };
}

interface Call {
  readonly input: JsonObject;
  readonly context: RequestContext;
  readonly options: ToolRequestOptions;
}

async function callTool(compiled: CompiledTool, call: Call): Promise<JsonObject> {
  const { tool } = compiled;
  try {
    const input = (await compiled.parseInput(call.input, call.options.invalidArguments)) as never;
    return await checkedResult(compiled, await tool.call(input, call.context));
  } catch (thrown) {
    if (readForwardedError(thrown) !== undefined) throw thrown;
    const report: ReportError = (error, place) => {
      if (!call.context.signal.aborted) call.options.report(error, place);
    };
    const failure = failureOf(thrown, `tools/call ${tool.name}`, report);
    if (call.options.toolErrors === 'result')
      return failureResult(failure, tool.outputSchema === undefined ? 'structuredContent' : '_meta');
    throw new WireError(failure.name, failure.message, {
      ...(failure.data === undefined ? {} : { data: failure.data }),
      cause: thrown,
    });
  }
}

async function checkedResult(compiled: CompiledTool, result: unknown): Promise<JsonObject> {
  // What is forwarded is the other server's to answer for, older forms of results included.
  if (compiled.tool.inputSchema !== undefined && isJsonObject(result)) return result;
  if (!isJsonObject(result) || !Array.isArray(result.content)) {
    throw new Error(
      `Tool '${compiled.tool.name}' returned ${truncated(result)}, expected a result with a content array`,
    );
  }
  const { structuredContent: structured } = result;
  // A failure may say what it likes in place of content, as long as it fits what the tool is listed with.
  const hasFailed =
    result.isError === true && (structured === undefined || (isJsonObject(structured) && 'error' in structured));
  if (compiled.tool.output === undefined || hasFailed) return result;
  // Clients hold the result to the published schema, which allows no other members, so the parsed value is sent.
  return { ...result, structuredContent: await compiled.parseOutput(structured) };
}

async function indexOf(options: ToolRequestOptions, context: ConnectionContext): Promise<ToolIndex> {
  const tools = typeof options.tools === 'function' ? await options.tools(context) : options.tools;
  const known = indexes.get(tools);
  if (known !== undefined) return known;
  const byName = new Map<string, CompiledTool>();
  for (const tool of tools) addTool(byName, tool, options.report);
  const index = { byName, result: { tools: [...byName.values()].map((compiled) => compiled.listed) } };
  indexes.set(tools, index);
  return index;
}

// In a list that is computed, one bad tool must not take the others down.
function addTool(byName: Map<string, CompiledTool>, tool: ToolDefinition, report: ReportError): void {
  try {
    if (byName.has(tool.name)) throw new TypeError(`Tool '${tool.name}' is listed twice; the first one holds`);
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
  return wireError('INVALID_PARAMS', `Unknown tool ${truncated(name)}.${didYouMean(name, known)}`, {
    tool: name.slice(0, 128),
    available: known.slice(0, 100),
  });
}

function checkNames(tools: readonly ToolDefinition[]): void {
  const names = new Set<string>();
  for (const tool of tools) {
    compileTool(tool);
    if (names.has(tool.name)) throw new TypeError(`Tool '${tool.name}' is defined twice`);
    names.add(tool.name);
  }
}
