import type { RequestContext } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { brief } from '../modes/describe-mode.ts';
import type { ToolContext } from '../tool-context.ts';

/** Result field of the tools that change the mode: the tools that may be called after the change. */
export const availableToolsField = {
  available_tools: z
    .object({
      count: z.number().int().describe('How many tools of other servers may be called now.'),
      connecting: z.array(z.string()).optional().describe('Servers whose tools are not known yet.'),
      how: z.string(),
    })
    .meta(brief)
    .optional(),
};

const BY_SESSION =
  'Pass this session_id to list_available_tools and call_tool; your own list of tools does not change.';

/** Tools of other servers that a connection may currently call. */
export interface AvailableToolsReport {
  /** Lines for the text of a result; empty if there are no other servers. */
  readonly lines: readonly string[];
  readonly facts: z.infer<z.ZodObject<typeof availableToolsField>>;
}

/**
 * Reports the tools that a connection may call after a change of mode, as text and as fields, because agents discard
 * one or the other.
 */
export function reportAvailableTools(
  { upstreams }: ToolContext,
  { connectionId, isStateless }: Pick<RequestContext, 'connectionId' | 'isStateless'>,
  mode?: string,
): AvailableToolsReport {
  const offer = upstreams.availableTo(connectionId);
  if (offer === undefined) return { lines: [], facts: {} };
  const { connecting } = offer;
  // A client without an MCP session reaches its task's tools by specifying the session; its own list does not change.
  const ofTask = isStateless && mode !== undefined;
  const [count, how] = ofTask ? [upstreams.toolsOf(mode).length, BY_SESSION] : [offer.count, offer.how];
  const late = connecting.length === 0 ? '' : ` Still connecting: ${connecting.join(', ')}.`;
  const callable = count === 0 ? `none.${late}` : `${count}.${late} ${how}`;
  return {
    lines: ['', `Tools of other servers that you may call now: ${callable}`],
    facts: { available_tools: { count, ...(connecting.length === 0 ? {} : { connecting: [...connecting] }), how } },
  };
}
