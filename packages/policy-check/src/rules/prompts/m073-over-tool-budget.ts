import { decide, listTools } from '@modegate/mode-core';
import type { ToolInventory } from '../../matrix/inventory.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M073: more tools than a model can handle. */
export const overToolBudget = defineRule(['M073', 'over-tool-budget', 'warning', 'default'], {
  summary: 'A mode shows more tools, or longer descriptions, than its budget allows.',
  reason:
    'Several model providers refuse a request with more than 128 tools, and every description costs tokens in every request. With many tools, models also choose less reliably. Restrict the mode with `mcpRestrictions`. The rule needs the list of tools, either from a lock file or from the servers.',
  ...exampleWithRepair(
    {
      ...modeFile('operator', 'You operate.', 'groups: [read, mcp]', 'mcpRestrictions:', '  allowedServers: [cloud]'),
      'mcp.json': '{ "mcpServers": { "cloud": { "command": "cloud-mcp" } } }\n',
      'tools.json': manyTools(130),
    },
    { 'allowedServers: [cloud]': 'allowedTools:\n        - { serverName: cloud, toolName: read_1? }' },
    'The server lists 130 tools.',
  ),
  *check(workspace) {
    const { budget, inventory, modes } = workspace;
    if (inventory === undefined) return;
    const weigh = createScales(workspace);
    for (const { slug, file, pointer, isEffective } of modes) {
      if (!isEffective) continue;
      const { tools, tokens } = weigh(slug);
      const found = { location: file.locate(`${pointer}/slug`), mode: slug };
      if (tools > budget.tools)
        yield { ...found, message: `Mode '${slug}' shows ${tools} tools to the model; the budget is ${budget.tools}.` };
      if (budget.tokens !== undefined && tokens > budget.tokens)
        yield {
          ...found,
          message: `The MCP tools of mode '${slug}' take about ${tokens} tokens; the budget is ${budget.tokens}.`,
        };
    }
  },
});

interface ToolWeight {
  /** Number of tools that the mode shows to the model. */
  readonly tools: number;
  /** Size of the MCP tools, estimated at four characters per token. */
  readonly tokens: number;
}

/**
 * Creates a function that measures a mode's tools, as far as the inventory lists them. Each tool is measured only once.
 */
function createScales({ policy, inventory = [] }: Workspace): (mode: string) => ToolWeight {
  const tokensOf = new Map(
    inventory.flatMap(({ tools = [] }) => tools.map((tool) => [tool, countTokens(tool)] as const)),
  );
  return (mode) => {
    const isAllowed = (server: string, tool: string) =>
      decide(policy, { mode, tool: 'use_mcp_tool', mcp: { server, tool } }).allowed;
    const allowed = inventory.flatMap(({ name, tools = [] }) => tools.filter((tool) => isAllowed(name, tool.name)));
    const tokens = allowed.reduce((sum, tool) => sum + (tokensOf.get(tool) ?? 0), 0);
    return { tools: listTools(policy, mode).length + allowed.length, tokens };
  };
}

function countTokens({ name, description = '', inputSchema }: ToolInventory): number {
  return Math.ceil((name.length + description.length + (JSON.stringify(inputSchema) ?? '').length) / 4);
}

function manyTools(count: number): string {
  const tools = Array.from({ length: count }, (_, index) => ({ name: `read_${index}`, hints: { readOnly: true } }));
  return JSON.stringify([{ name: 'cloud', tools }]);
}
