import * as z from 'zod';
import type { ToolReference } from '../tool-reference.ts';

/**
 * A reference to one tool as it is asked for: by name or by refId. Both together are understood as well when they agree,
 * because a list of tools shows them side by side.
 */
export const referenceSchema: z.ZodType<ToolReference, ToolReference> = z
  .strictObject({
    namespacedName: z.string().optional().describe("'server.tool', as list-available-tools shows it."),
    refId: z.string().optional().describe('The refId that list-available-tools shows.'),
  })
  .meta({ oneOf: [{ required: ['namespacedName'] }, { required: ['refId'] }] });
