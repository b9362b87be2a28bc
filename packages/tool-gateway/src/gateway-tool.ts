import type * as z from 'zod';

/** Whose eyes a list or a call is judged by: one connection of a client. */
export interface Viewer {
  readonly connectionId: string;
}

/** Hints about a tool of the gateway itself (MCP 2025-11-25, `ToolAnnotations`), all of them given. */
export interface GatewayToolAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a tool of the gateway answers. */
export interface GatewayToolResult {
  /** What the model reads. Default: `structured` as JSON. */
  readonly text?: string;
  /** Fits the tool's `output`, also when the call failed. */
  readonly structured: object;
  /** The call failed in a way that the model can act on. Default false. */
  readonly isError?: boolean;
}

/** A tool of the gateway itself: plain data and the function that runs it. Create it with {@link defineGatewayTool}. */
export interface GatewayTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: GatewayToolAnnotations;
  /** A strict object; whoever serves the tool refuses what it does not parse. */
  readonly input: z.ZodType;
  /** What `structured` is, of successes and failures alike. */
  readonly output: z.ZodType;
  call(input: never, viewer: Viewer): Promise<GatewayToolResult>;
}

/** The shape {@link defineGatewayTool} takes: `call` receives what `input` parses to and answers what `output` describes. */
export interface TypedGatewayTool<Input extends z.ZodType, Output extends z.ZodType>
  extends Omit<GatewayTool, 'annotations' | 'call'> {
  /** The four hints; their title is the tool's. */
  readonly hints: Omit<GatewayToolAnnotations, 'title'>;
  readonly input: Input;
  readonly output: Output;
  call(
    input: z.output<Input>,
    viewer: Viewer,
  ): Promise<GatewayToolResult & { readonly structured: z.input<Output> & object }>;
}

/** Types a tool of the gateway by its schemas. */
export function defineGatewayTool<Input extends z.ZodType, Output extends z.ZodType>(
  tool: TypedGatewayTool<Input, Output>,
): GatewayTool {
  const { name, title, description, hints, input, output, call } = tool;
  return { name, title, description, annotations: { title, ...hints }, input, output, call };
}
