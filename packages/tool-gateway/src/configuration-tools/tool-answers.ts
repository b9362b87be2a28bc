import { type ToolResult, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import type { ToolReference } from '../catalogue/tool-reference.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { AvailableTools } from '../clients/available-tools.ts';
import { describeFailure, type ToolsetFailure } from '../toolsets/toolset-failure.ts';
import type { ConfigurationContext, Viewer } from './context.ts';

/** Members that every configuration tool uses to describe an upstream tool. */
export type DescribedTool = ReturnType<typeof describeTool>;

/** The schema of {@link DescribedTool}'s `asks`. */
export const asksSchema = z.boolean().optional().describe('True if each call asks a person for consent.');

/** Describes a tool, including its description if it has one. */
export function describeTool({ tool, exposedName, namespacedName, server, definition }: UpstreamTool, asks: boolean) {
  const { description } = definition;
  return {
    name: tool,
    exposedName,
    ...(typeof description === 'string' ? { description } : {}),
    namespacedName,
    serverName: server,
    ...(asks ? { asks } : {}),
  };
}

/** The number of tokens in a part of a list, and their share of the total. */
export type TokenShare = z.infer<typeof tokenShareSchema>;

/** The schema of {@link TokenShare}. */
export const tokenShareSchema = z.strictObject({
  tokens: z.number().int().min(0),
  percentTotal: z.number().min(0).max(1).nullable().describe('Share of the total, 0 to 1; null for the total itself.'),
});

/** Computes a number of tokens as a share of a total, to four decimal places. */
export function tokenShare(tokens: number, total: number): TokenShare {
  return { tokens, percentTotal: total === 0 ? 0 : Math.round((tokens / total) * 10_000) / 10_000 };
}

/** A reference to a tool by name or by refId. Both may be given if they agree, because lists show both. */
export const referenceSchema: z.ZodType<ToolReference, ToolReference> = z
  .strictObject({
    namespacedName: z.string().optional().describe("'server.tool', as list-available-tools shows it."),
    refId: z.string().optional().describe('The refId that list-available-tools shows.'),
  })
  .meta({ oneOf: [{ required: ['namespacedName'] }, { required: ['refId'] }] });

/** Output member for the tools that the caller can currently call; the text of the result lists them too. */
export const availableToolsMember: { readonly offer: z.ZodOptional<z.ZodType<AvailableTools, AvailableTools>> } = {
  offer: z
    .strictObject({
      count: z.number().int().min(0).describe('Number of tools of other servers that you can call now.'),
      connecting: z.array(z.string()).readonly().describe('Servers whose tools are not known yet.'),
      how: z.string(),
    })
    .optional(),
};

/** Returns the tools that the caller can currently call, as an output member. */
export function availableToolsFor(context: ConfigurationContext, viewer: Viewer): { readonly offer?: AvailableTools } {
  const offer = context.describeAvailableTools?.(viewer);
  return offer === undefined ? {} : { offer };
}

/** Returns the result for a failed toolset operation. */
export function failedResult(failure: ToolsetFailure): ToolResult {
  return toolResult({ isError: true, structured: { success: false, error: describeFailure(failure) } });
}
