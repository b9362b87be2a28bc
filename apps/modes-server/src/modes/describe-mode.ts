import {
  type GroupOptions,
  getGroupName,
  getGroupOptions,
  type ModeConfig,
  type PolicyMode,
  type ToolGroup,
  toolGroups,
} from '@modegate/mode-core';
import * as z from 'zod';

/** One tool group of a mode as the resources and tools show it. */
export const toolGroupSchema = z.looseObject({
  enabled: z.boolean(),
  file_regex: z.string().optional(),
  description: z.string().optional(),
  further_limits: z
    .array(z.object({ file_regex: z.string(), description: z.string().optional() }))
    .optional()
    .describe('Limits that must hold as well, when the group is listed more than once.'),
});

type ShownGroup = z.infer<typeof toolGroupSchema>;

/** A mode as `mode://{slug}` and `list_modes` show it. */
export const modeSchema = z.object({
  slug: z.string(),
  name: z.string(),
  source: z.enum(['builtin', 'global', 'project']),
  file: z.string().optional(),
  line: z.number().int().optional(),
  description: z.string().nullable(),
  when_to_use: z.string().nullable(),
  tool_groups: z.record(z.string(), toolGroupSchema),
  mcp_restrictions: z.unknown().optional(),
  shadows: z.array(z.string()).optional(),
  invalid: z.string().optional().describe('Present when the mode refuses everything, with the reason.'),
});

/** The wire form of a mode. */
export type ModeSummary = z.infer<typeof modeSchema>;

/** The wire form of a mode: facts, without its long texts. */
export function summariseMode(mode: PolicyMode): ModeSummary {
  const { config } = mode;
  const restrictions = describeRestrictions(config);
  return {
    slug: config.slug,
    name: config.name,
    source: mode.source,
    ...(mode.file === undefined ? {} : { file: mode.file }),
    ...(mode.line === undefined ? {} : { line: mode.line }),
    description: config.description ?? null,
    when_to_use: config.whenToUse ?? null,
    tool_groups: describeToolGroups(mode),
    ...(restrictions === undefined ? {} : { mcp_restrictions: restrictions }),
    ...(mode.shadows.length === 0 ? {} : { shadows: [...mode.shadows] }),
    ...(mode.invalid === undefined ? {} : { invalid: mode.invalid }),
  };
}

/** The groups of a mode, each with its limits. `modes` is always enabled: its tools are available in every mode that works. */
export function describeToolGroups(mode: PolicyMode): Readonly<Record<string, ShownGroup>> {
  return Object.fromEntries(toolGroups.map((group) => [group, describeToolGroup(mode, group)]));
}

function describeToolGroup(mode: PolicyMode, group: ToolGroup): ShownGroup {
  if (mode.invalid !== undefined) return { enabled: false };
  const entries = mode.config.groups.filter((held) => getGroupName(held) === group);
  if (entries.length === 0) return { enabled: group === 'modes' };
  const [limit, ...further] = entries
    .map(getGroupOptions)
    .flatMap((options) => (options?.fileRegex ? [describeLimit(options)] : []));
  const [description] = entries.flatMap((entry) => getGroupOptions(entry)?.description ?? []);
  return {
    enabled: true,
    ...(limit ?? (description === undefined ? {} : { description })),
    ...(further.length === 0 ? {} : { further_limits: further }),
  };
}

function describeLimit({ fileRegex, description }: GroupOptions): {
  readonly file_regex: string;
  readonly description?: string;
} {
  return { file_regex: fileRegex ?? '', ...(description === undefined ? {} : { description }) };
}

function describeRestrictions(config: ModeConfig): object | undefined {
  if (config.allowedMcpServers === undefined) return config.mcpRestrictions;
  return { ...config.mcpRestrictions, allowedMcpServers: config.allowedMcpServers };
}

/** The groups of a mode on one line: `read, edit (only \.md$), mcp, modes`. */
export function listToolGroups(mode: PolicyMode): string {
  const groups = Object.entries(describeToolGroups(mode)).filter(([, group]) => group.enabled);
  const shown = groups.map(([name, group]) => {
    const patterns = limitsOf(group).map((limit) => limit.file_regex);
    return patterns.length === 0 ? name : `${name} (only ${patterns.join(' and ')})`;
  });
  return shown.join(', ') || 'none';
}

/** The groups of a mode, one a line, with a tick or a cross. */
export function tickToolGroups(mode: PolicyMode): string {
  const lines = Object.entries(describeToolGroups(mode)).map(([name, group]) => {
    if (!group.enabled) return `✗ ${name} (not available)`;
    const limits = limitsOf(group).map(({ file_regex, description }) =>
      description === undefined ? file_regex : `${file_regex}, ${description}`,
    );
    return limits.length === 0 ? `✓ ${name}` : `✓ ${name} (restricted to: ${limits.join(' and to: ')})`;
  });
  return lines.join('\n');
}

function limitsOf(
  group: ShownGroup,
): readonly { readonly file_regex: string; readonly description?: string | undefined }[] {
  const { file_regex, description } = group;
  return file_regex === undefined ? [] : [{ file_regex, description }, ...(group.further_limits ?? [])];
}
