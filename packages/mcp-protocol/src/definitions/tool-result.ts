import type { JsonObject } from '@modegate/json';
import type { WireFailure } from '../json-rpc/wire-errors.ts';
import { type StatusMark, StatusText } from './status-text.ts';

/**
 * The `_meta` key for the failure of a tool with an `outputSchema` from another server: structured content that
 * describes the failure would violate that schema.
 */
const ERROR_KEY = 'io.github.modegate/error';

/**
 * One part of a tool result or prompt: text, an image, audio, a resource or a link to a resource, as defined by MCP.
 */
export interface ContentBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The result of a tool call, as sent on the wire; forwarded results retain all their members. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly metadata?: JsonObject;
  readonly _meta?: JsonObject;
  readonly [member: string]: unknown;
}

/** Parts of a {@link toolResult}; all are optional. */
export interface ToolResultParts {
  /** The text for the model. Default: `structured` as JSON. */
  readonly text?: string;
  /**
   * Status mark placed before the text, followed by a space; cheaper than placing the mark in `text`. Default: none.
   */
  readonly mark?: StatusMark;
  /** The same information in machine-readable form; must match the tool's `output`. */
  readonly structured?: object;
  /** Metadata about the call, such as ids, that supplements the content. */
  readonly metadata?: object;
  /** True if the call failed in a way on which the model can act. Default false. */
  readonly isError?: boolean;
}

/** Builds a tool result from its text, structured content and metadata. */
export function toolResult(parts: ToolResultParts): ToolResult {
  const { mark, structured, metadata, isError } = parts;
  const text = parts.text ?? JSON.stringify(structured ?? {});
  return {
    content: [mark === undefined ? { type: 'text', text } : new StatusText(mark, text)],
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(isError === true ? { isError } : {}),
    ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
  };
}

/** Converts a failure into a result on which the model can act (MCP 2025-11-25, tools: Tool Execution Errors). */
export function toolFailure(failure: WireFailure, where: 'structuredContent' | '_meta'): ToolResult {
  const content = [{ type: 'text', text: failure.message }];
  if (where === '_meta') return { content, isError: true, _meta: { [ERROR_KEY]: failure } };
  return { content, isError: true, structuredContent: { error: failure } };
}
