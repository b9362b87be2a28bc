import { weighTools } from '../../tool-weight.ts';
import type { Rule } from '../rule.ts';

/** M073: more tools than a model takes. */
export const overToolBudget: Rule = {
  id: 'M073',
  name: 'over-tool-budget',
  severity: 'warning',
  persona: 'default',
  since: '0.1.0',
  summary: 'A mode shows more tools, or longer descriptions, than its budget allows.',
  reason:
    'Several model providers refuse a request with more than 128 tools, and every description is paid for with every request. Models also choose worse among many. Narrow the mode with `mcpRestrictions`. The rule needs to know the tools, from a lock file or from asking the servers.',
  bad: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: operator\n    name: Operator\n    roleDefinition: You operate.\n    groups: [read, mcp]\n    mcpRestrictions:\n      allowedServers: [cloud]\n',
      'mcp.json': '{ "mcpServers": { "cloud": { "command": "cloud-mcp" } } }\n',
      'tools.json': manyTools(130),
    },
    note: 'The server lists 130 tools.',
  },
  good: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: operator\n    name: Operator\n    roleDefinition: You operate.\n    groups: [read, mcp]\n    mcpRestrictions:\n      allowedTools:\n        - { serverName: cloud, toolName: read_1? }\n',
      'mcp.json': '{ "mcpServers": { "cloud": { "command": "cloud-mcp" } } }\n',
      'tools.json': manyTools(130),
    },
  },
  isFixable: false,
  *check(workspace) {
    const { budget, inventory, modes } = workspace;
    if (inventory === undefined) return;
    for (const { slug, file, pointer, isEffective } of modes) {
      if (!isEffective) continue;
      const { tools, tokens } = weighTools(workspace, slug);
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
};

function manyTools(count: number): string {
  const tools = Array.from({ length: count }, (_, index) => ({ name: `read_${index}`, hints: { readOnly: true } }));
  return JSON.stringify([{ name: 'cloud', tools }]);
}
