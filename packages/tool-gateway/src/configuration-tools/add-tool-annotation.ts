import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { CHANGES } from '../tool-hints.ts';
import { TOOLSET_LIMITS, toolNoteSchema } from '../toolsets/toolset.ts';
import { describeFailure } from '../toolsets/toolset-failure.ts';
import type { ConfigurationContext } from './context.ts';
import { referenceSchema } from './tool-answers.ts';

const count = z.number().int().min(0);

const output = z.strictObject({
  toolset: z.string().describe('The equipped toolset; empty if there is none.'),
  tool: z.strictObject({ namespacedName: z.string(), refId: z.string(), server: z.string() }),
  addedNotes: z.array(toolNoteSchema),
  successCount: count,
  errorCount: count,
  errors: z.array(z.string()).optional(),
});

const input = z.strictObject({
  toolRef: referenceSchema.describe('A tool of the equipped toolset.'),
  notes: z.array(toolNoteSchema).min(1).max(TOOLSET_LIMITS.maxNotesPerCall).describe('The notes to add.'),
});

/** `add-tool-annotation`: adds notes to a tool of the equipped toolset. */
export function addToolAnnotationTool(context: ConfigurationContext): ToolDefinition {
  return defineTool({
    name: 'add-tool-annotation',
    title: 'Add Tool Annotation',
    description:
      'Add notes to a tool of the equipped toolset: hints about its use that appear in its description while this toolset is equipped. A note is not added if the tool already has a note with the same name.',
    annotations: { title: 'Add Tool Annotation', ...CHANGES },
    input,
    output,
    call: async (request, viewer) => {
      const { toolsets } = context;
      const done = await toolsets.annotate(request, { visible: context.visibleTools(viewer) });
      if (!done.ok) {
        const { namespacedName = '', refId = '' } = request.toolRef;
        const tool = { namespacedName, refId, server: '' };
        const counted = { addedNotes: [], successCount: 0, errorCount: 1, errors: [describeFailure(done.failure)] };
        return toolResult({ isError: true, structured: { toolset: toolsets.active?.name ?? '', tool, ...counted } });
      }
      const { namespacedName, refId, server } = done.tool;
      return toolResult({
        ...(done.added.length === 0 ? { isError: true } : {}),
        structured: {
          toolset: done.toolset,
          tool: { namespacedName, refId, server },
          addedNotes: [...done.added],
          successCount: done.added.length,
          errorCount: done.errors.length,
          ...(done.errors.length === 0 ? {} : { errors: [...done.errors] }),
        },
      });
    },
  });
}
