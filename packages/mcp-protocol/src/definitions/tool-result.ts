import type { JsonObject } from '@modegate/json';
import type { WireFailure } from '../json-rpc/wire-errors.ts';
import { type StatusMark, StatusText } from './status-text.ts';

/** The `_meta` key of a failure whose tool has a foreign `outputSchema`, which structured content would have to fit. */
const ERROR_KEY = 'io.github.modegate/error';

/** One part of a tool's answer or of a prompt: text, image, audio, a resource or a link to one, as MCP spells it. */
export interface ContentBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The result of a tool call as it is on the wire; forwarded results pass through with every member they have. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly metadata?: JsonObject;
  readonly _meta?: JsonObject;
  readonly [member: string]: unknown;
}

/** The parts of a {@link toolResult}; all may be left out. */
export interface ToolResultParts {
  /** The text for the model. Default: `structured` as JSON. */
  readonly text?: string;
  /** Goes before the text, with a blank; it costs less here than as a part of `text`. Default: none. */
  readonly mark?: StatusMark;
  /** The same facts for programs; must fit the tool's `output`. */
  readonly structured?: object;
  /** Facts about the call, such as ids, beside the content. */
  readonly metadata?: object;
  /** The call failed in a way that the model can act on. Default false. */
  readonly isError?: boolean;
}

/** Builds a tool's result from its text, its structured content and its metadata. */
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

/** Renders a failed or refused tool call as a result that the model can act on (MCP 2025-11-25, tools: Tool Execution Errors). */
export function toolFailure(failure: WireFailure, where: 'structuredContent' | '_meta'): ToolResult {
  const content = [{ type: 'text', text: failure.message }];
  if (where === '_meta') return { content, isError: true, _meta: { [ERROR_KEY]: failure } };
  return { content, isError: true, structuredContent: { error: failure } };
}
