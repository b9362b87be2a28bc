import type { JsonObject } from '@modegate/json';
import type { z } from 'zod';
import type { ConnectionContext, RequestContext } from './context.ts';
import type { ToolResult } from './tool-result.ts';

/** Hints about a tool's behaviour (MCP 2025-11-25, `ToolAnnotations`); clients must not trust them. */
export interface ToolAnnotations {
  readonly title?: string;
  /** True if the tool changes nothing. Default false. */
  readonly readOnlyHint?: boolean;
  /** True if the tool may destroy something. Default true. */
  readonly destructiveHint?: boolean;
  /** True if repeating a call with the same arguments has no further effect. Default false. */
  readonly idempotentHint?: boolean;
  /** True if the tool interacts with the outside world. Default true. */
  readonly openWorldHint?: boolean;
}

/** Members common to all tools. */
export interface ToolBase {
  /** Name of 1 to 128 characters from `A-Z a-z 0-9 _ - . /`. */
  readonly name: string;
  readonly title?: string;
  /** Required for a server's own tools; a forwarded tool may lack it. */
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  /** Additional members of the listed tool, copied unchanged: `icons`, `_meta`, extensions. */
  readonly extra?: JsonObject;
}

/** A tool as plain data plus the function that runs it. Create it with {@link defineTool}. */
export interface ToolDefinition extends ToolBase {
  /** Schema of the arguments. A plain `z.object` rejects unknown keys; use `z.looseObject` to allow them. */
  readonly input?: z.ZodType;
  /**
   * Schema of `structuredContent`; results are parsed with this schema, so that nothing else is sent. The schema is
   * listed with an additional optional `error`; any part with `meta({ brief: true })` is listed with only its type and
   * description.
   */
  readonly output?: z.ZodType;
  /**
   * Alternative to `input`: the JSON Schema for the arguments of a forwarded tool. Arguments are passed on unchecked.
   */
  readonly inputSchema?: JsonObject;
  /**
   * Alternative to `output`: the JSON Schema for a forwarded tool's structured content, listed unchanged. Results are
   * passed on unchecked; failures are placed in `_meta`.
   */
  readonly outputSchema?: JsonObject;
  call(input: never, context: RequestContext): ToolResult | Promise<ToolResult>;
}

/** Argument of {@link defineTool}: a tool with zod schemas. */
export interface TypedTool<Input extends z.ZodType, Output extends z.ZodType> extends ToolBase {
  readonly description: string;
  readonly input?: Input;
  readonly output?: Output;
  call(input: z.output<Input>, context: RequestContext): ToolResult | Promise<ToolResult>;
}

/** A tool with plain JSON Schemas, such as one that a gateway forwards. */
export interface ForwardedTool extends ToolBase {
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  call(input: JsonObject, context: RequestContext): ToolResult | Promise<ToolResult>;
}

/** A fixed list, or a function that computes the list for each connection. */
export type Listing<Item> =
  | readonly Item[]
  | ((context: ConnectionContext) => readonly Item[] | Promise<readonly Item[]>);

/** Returns its argument with a type in which `call` receives the parsed `input`. */
export function defineTool<
  Input extends z.ZodType = z.ZodObject<Record<string, never>>,
  Output extends z.ZodType = z.ZodType,
>(tool: TypedTool<Input, Output>): ToolDefinition {
  return tool;
}

/** Returns its argument, a tool with plain JSON Schemas, with the type of a tool definition. */
export function defineForwardedTool(tool: ForwardedTool): ToolDefinition {
  return tool;
}
