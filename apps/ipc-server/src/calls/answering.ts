import type { ToolResult } from '@modegate/mcp-protocol';
import { describeFailure, failWith } from './call-failure.ts';
import { surroundingsOf, type ToolContext } from './tool-context.ts';

/** Runs a call; errors of the bridge become answers that say what to do. */
export async function answering(context: ToolContext, call: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await call();
  } catch (error) {
    const failure = describeFailure(error, surroundingsOf(context));
    if (failure === undefined) throw error;
    return failWith(failure, context.toolErrors);
  }
}
