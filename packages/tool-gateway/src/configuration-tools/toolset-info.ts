import * as z from 'zod';

/** What the configuration tools tell of a toolset. */
export interface ToolsetInfo {
  name: string;
  description?: string | undefined;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  lastModified: string;
  /** How many tools the set has, those that cannot be seen or used now included. */
  toolCount: number;
  /** Whether this set is equipped. */
  active: boolean;
  totalServers: number;
  enabledServers: number;
  totalTools: number;
  servers: { name: string; enabled: boolean; toolCount: number }[];
  tools: ToolOfSet[];
  hiddenTools?: number | undefined;
}

interface ToolOfSet {
  namespacedName: string;
  refId: string;
  server: string;
  active: boolean;
  problem?: 'server-missing' | 'tool-missing' | 'changed' | 'ambiguous' | undefined;
}

const count = z.number().int().min(0);

/** The schema of {@link ToolsetInfo}. */
export const toolsetInfoSchema: z.ZodType<ToolsetInfo, ToolsetInfo> = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  createdAt: z.string(),
  lastModified: z.string(),
  toolCount: count.describe('All tools of the set.'),
  active: z.boolean().describe('Whether this set is equipped.'),
  totalServers: count,
  enabledServers: count,
  totalTools: count,
  servers: z.array(z.strictObject({ name: z.string(), enabled: z.boolean(), toolCount: count })),
  tools: z.array(
    z.strictObject({
      namespacedName: z.string(),
      refId: z.string(),
      server: z.string(),
      active: z.boolean().describe('Whether the set can serve the tool now.'),
      problem: z
        .enum(['server-missing', 'tool-missing', 'changed', 'ambiguous'])
        .optional()
        .describe('What is the matter with the tool now.'),
    }),
  ),
  hiddenTools: count.optional().describe('Tools of the set that the mode hides.'),
});
