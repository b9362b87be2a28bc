// Everything here is public API: add with care.

export type { InventoryResource, InventoryServer, InventoryTool, McpInventory } from '../mcp/inventory.ts';
export { describeMcpTools, filterInventory } from './describe-mcp-tools.ts';
export {
  type PromptRules,
  type RuleFile,
  renderSystemPrompt,
  type SystemPromptOptions,
} from './render-system-prompt.ts';
