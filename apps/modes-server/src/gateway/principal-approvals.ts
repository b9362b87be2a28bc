import { definitionHash, type UpstreamTool } from '@modegate/tool-gateway/catalogue';
import type { ToolTrust } from '@modegate/tool-gateway/trust';

/**
 * Limits approvals to one principal while it is connected: an approval over HTTP must not open a tool to others.
 * Approvals by this machine's user apply to all.
 */
export function withOwnApprovals(trust: ToolTrust): ToolTrust {
  const approved = new Set<string>();
  const isApproved = (tool: UpstreamTool): boolean => approved.has(keyOf(tool));
  return {
    ...trust,
    whyWithheld: (tool, client) =>
      trust.verdict(tool).kind === 'ask' && isApproved(tool) ? undefined : trust.whyWithheld(tool, client),
    question: (tool) => (isApproved(tool) ? undefined : trust.question(tool)),
    approve: async (tool) => void approved.add(keyOf(tool)),
  };
}

function keyOf(tool: UpstreamTool): string {
  return JSON.stringify([tool.server, tool.tool, definitionHash(tool)]);
}
