import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { CHANGES } from '../tool-hints.ts';
import { exitOnceApplied, type ToolsetPresentation } from '../toolsets/configuration-mode.ts';
import { TOOLSET_LIMITS, TOOLSET_NAME_PATTERN } from '../toolsets/toolset.ts';
import { describeFailure } from '../toolsets/toolset-failure.ts';
import type { ConfigurationContext } from './context.ts';
import { availableToolsFor, availableToolsMember, referenceSchema } from './tool-answers.ts';
import { createToolsetView, toolsetInfoSchema } from './toolset-view.ts';

const output = z.strictObject({
  meta: z.strictObject({
    success: z.boolean(),
    toolsetName: z.string().optional(),
    autoEquipped: z.boolean().optional(),
    error: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  }),
  toolset: toolsetInfoSchema.optional(),
  ...availableToolsMember,
});

/** `build-toolset`: saves a new toolset and optionally equips it. */
export function buildToolsetTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'build-toolset',
    title: 'Build Toolset',
    description:
      'Save a new toolset: a named selection of the tools that list-available-tools shows. It is kept for later sessions. With autoEquip it is equipped immediately; otherwise, equip it with equip-toolset. A toolset narrows what you see and never adds a tool that your mode denies.',
    annotations: { title: 'Build Toolset', ...CHANGES, idempotentHint: false },
    input: inputFor(context.mode.presentation),
    output,
    call: async ({ autoEquip, ...request }, viewer) => {
      const { visible } = createToolsetView(context, viewer);
      const onApplied = exitOnceApplied(context.mode, viewer.connectionId);
      const built = await context.toolsets.build(request, { visible, autoEquip, onApplied });
      if (!built.ok)
        return toolResult({
          isError: true,
          structured: { meta: { success: false, error: describeFailure(built.failure) } },
        });
      const { toolset, warnings } = built;
      return toolResult({
        structured: {
          meta: {
            success: true,
            toolsetName: toolset.name,
            autoEquipped: autoEquip,
            ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
          },
          toolset: createToolsetView(context, viewer).describe(toolset),
          ...(autoEquip ? availableToolsFor(context, viewer) : {}),
        },
      });
    },
  });
}

// The listed schema states the limits for names and sizes; the build operation itself checks these limits, with better
// messages.
function inputFor(presentation: ToolsetPresentation) {
  return z.strictObject({
    name: z
      .string()
      .meta({
        pattern: TOOLSET_NAME_PATTERN.source,
        minLength: TOOLSET_LIMITS.minNameLength,
        maxLength: TOOLSET_LIMITS.maxNameLength,
      })
      .describe('A name for the new toolset: lower-case letters, digits and hyphens.'),
    tools: z
      .array(referenceSchema)
      .max(TOOLSET_LIMITS.maxTools)
      .meta({ minItems: 1 })
      .describe('Its tools; list-available-tools shows their names and refIds.'),
    description: z.string().max(TOOLSET_LIMITS.maxDescriptionLength).optional().describe('Purpose of the toolset.'),
    autoEquip: z
      .boolean()
      .default(false)
      .describe(
        presentation === 'modal'
          ? 'Equip the toolset immediately, which ends configuration mode.'
          : 'Equip the toolset immediately.',
      ),
  });
}
