import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import { listTools } from '@modegate/mode-core';
import * as z from 'zod';
import { brief, modeSchema, summariseMode, switchingTools, tickToolGroups } from '../modes/describe-mode.ts';
import { renderModePrompt } from '../modes/render-mode-prompt.ts';
import { requireVisibleMode, type ToolContext, viewOf } from '../tool-context.ts';
import { nameText } from './name-text.ts';

// The tool list_available_tools lists more, page by page.
const MAX_SHOWN = 200;

const input = z.object({
  mode_slug: nameText().describe('Slug of the mode, as list_modes shows it.'),
  include_system_prompt: z.boolean().optional().describe('Include the full system prompt (default: false).'),
});

const output = modeSchema.extend({
  role_definition: z.string(),
  custom_instructions: z.string().nullable(),
  tools: z.array(z.string()).meta(brief),
  // Callable names of the first 200 tools of other servers that the mode allows.
  mcp_tools: z.array(z.string()).meta(brief),
  mcp_tool_count: z.number().int(),
  system_prompt: z.string().optional(),
});

/** `get_mode_info`: describes one mode in full. */
export function getModeInfoTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'get_mode_info',
    title: 'Get mode info',
    description: 'Describe one mode: its role, when to use it, its tools and the limits on them.',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output,
    call: async ({ mode_slug, include_system_prompt = false }, request) => {
      const { policy } = context.modes.current;
      const mode = requireVisibleMode(context, mode_slug, request);
      const view = viewOf(context, mode, request);
      const { config } = mode;
      const tools = listTools(policy, mode_slug)
        .map((tool) => tool.name)
        .filter((name) => view.maySwitch || !switchingTools.includes(name));
      const others = context.upstreams.toolsOf(mode_slug).map(({ exposedName }) => exposedName);
      const shown = others.slice(0, MAX_SHOWN);
      const prompt = include_system_prompt ? await renderModePrompt(context, mode_slug, request) : undefined;
      const text = [
        `Mode: ${config.name} (${config.slug})`,
        `Source: ${mode.source}${mode.file === undefined ? '' : ` (${mode.file}${mode.line === undefined ? '' : `:${mode.line}`})`}`,
        ...(mode.invalid === undefined ? [] : [`Refuses everything: ${mode.invalid}`]),
        ...(config.description === undefined ? [] : [`Description: ${config.description}`]),
        ...(config.whenToUse === undefined ? [] : ['', 'When to use:', config.whenToUse]),
        '',
        `Role: ${config.roleDefinition}`,
        ...(config.customInstructions === undefined ? [] : ['', 'Instructions:', config.customInstructions]),
        '',
        'Tool Groups:',
        tickToolGroups(view),
        '',
        `Tools: ${tools.length === 0 ? 'none' : tools.join(', ')}`,
        ...(others.length === 0 ? [] : [`Tools of other servers: ${shown.join(', ')}${describeRest(others.length)}`]),
        ...(prompt === undefined ? [] : ['', 'System prompt:', prompt]),
      ];
      return toolResult({
        text: text.join('\n'),
        structured: {
          ...summariseMode(view),
          role_definition: config.roleDefinition,
          custom_instructions: config.customInstructions ?? null,
          tools,
          mcp_tools: shown,
          mcp_tool_count: others.length,
          ...(prompt === undefined ? {} : { system_prompt: prompt }),
        },
      });
    },
  });
}

function describeRest(count: number): string {
  return count <= MAX_SHOWN ? '' : ` and ${count - MAX_SHOWN} more; see list_available_tools`;
}
