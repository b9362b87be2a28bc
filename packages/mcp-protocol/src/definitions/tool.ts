import type { JsonObject } from '@modegate/json';
import type { z } from 'zod';
import type { ConnectionContext, RequestContext } from './context.ts';
import type { ToolResult } from './tool-result.ts';

/** Hints about a tool's behaviour (MCP 2025-11-25, `ToolAnnotations`); clients must not trust them. */
export interface ToolAnnotations {
  readonly title?: string;
  /** The tool changes nothing. Default false. */
  readonly readOnlyHint?: boolean;
  /** The tool may destroy something. Default true. */
  readonly destructiveHint?: boolean;
  /** Calling again with the same arguments changes nothing more. Default false. */
  readonly idempotentHint?: boolean;
  /** The tool reaches the world outside. Default true. */
  readonly openWorldHint?: boolean;
}

/** The members of every tool, however its input is described. */
export interface ToolBase {
  /** 1 to 128 of `A-Z a-z 0-9 _ - . /`. */
  readonly name: string;
  readonly title?: string;
  /** Every tool of a server's own has one; a forwarded tool may lack it. */
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  /** Further members of the listed tool, copied as they are: `icons`, `_meta`, extensions. */
  readonly extra?: JsonObject;
}

/** A tool as plain data plus the function that runs it. Create it with {@link defineTool}. */
export interface ToolDefinition extends ToolBase {
  /** What the arguments must be. A plain `z.object` refuses unknown keys; say `z.looseObject` to let them through. */
  readonly input?: z.ZodType;
  /** What `structuredContent` is; a result is parsed by it, so that only what it describes is sent. It is listed with an optional `error` beside, and a part of it with `meta({ brief: true })` by its type and description alone. */
  readonly output?: z.ZodType;
  /** Instead of `input`: the JSON Schema of a tool that is forwarded. Arguments are handed on unchecked. */
  readonly inputSchema?: JsonObject;
  /** Instead of `output`: the JSON Schema of a forwarded tool's structured content, listed as it is. Results are handed on unchecked; a failure goes under `_meta`. */
  readonly outputSchema?: JsonObject;
  call(input: never, context: RequestContext): ToolResult | Promise<ToolResult>;
}

/** The shape {@link defineTool} takes for a tool with zod schemas. */
export interface TypedTool<Input extends z.ZodType, Output extends z.ZodType> extends ToolBase {
  readonly description: string;
  readonly input?: Input;
  readonly output?: Output;
  call(input: z.output<Input>, context: RequestContext): ToolResult | Promise<ToolResult>;
}

/** The shape of a tool whose schemas are raw JSON Schema, such as one that a gateway forwards. */
export interface ForwardedTool extends ToolBase {
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  call(input: JsonObject, context: RequestContext): ToolResult | Promise<ToolResult>;
}

/** A list that is fixed, or that may change and is computed for each connection. */
export type Listing<Item> =
  | readonly Item[]
  | ((context: ConnectionContext) => readonly Item[] | Promise<readonly Item[]>);

/** Returns its argument, typed: `call` receives what `input` parses to. */
export function defineTool<
  Input extends z.ZodType = z.ZodObject<Record<string, never>>,
  Output extends z.ZodType = z.ZodType,
>(tool: TypedTool<Input, Output>): ToolDefinition {
  return tool;
}

/** Returns its argument, typed, for a tool whose schemas are raw JSON Schema. */
export function defineForwardedTool(tool: ForwardedTool): ToolDefinition {
  return tool;
}
