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
});

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
export function describeToolGroups(mode: PolicyMode): Readonly<Record<string, z.infer<typeof toolGroupSchema>>> {
  return Object.fromEntries(toolGroups.map((group) => [group, describeToolGroup(mode, group)]));
}

function describeToolGroup(mode: PolicyMode, group: ToolGroup): z.infer<typeof toolGroupSchema> {
  if (mode.invalid !== undefined) return { enabled: false };
  const entry = mode.config.groups.find((held) => getGroupName(held) === group);
  if (entry === undefined) return { enabled: group === 'modes' };
  const options: GroupOptions = getGroupOptions(entry) ?? {};
  return {
    enabled: true,
    ...(options.fileRegex ? { file_regex: options.fileRegex } : {}),
    ...(options.description === undefined ? {} : { description: options.description }),
  };
}

function describeRestrictions(config: ModeConfig): object | undefined {
  if (config.allowedMcpServers === undefined) return config.mcpRestrictions;
  return { ...config.mcpRestrictions, allowedMcpServers: config.allowedMcpServers };
}

/** The groups of a mode on one line: `read, edit (only \.md$), mcp, modes`. */
export function listToolGroups(mode: PolicyMode): string {
  const groups = Object.entries(describeToolGroups(mode)).filter(([, group]) => group.enabled);
  return (
    groups
      .map(([name, group]) => (group.file_regex === undefined ? name : `${name} (only ${group.file_regex})`))
      .join(', ') || 'none'
  );
}

/** The groups of a mode, one a line, with a tick or a cross. */
export function tickToolGroups(mode: PolicyMode): string {
  const lines = Object.entries(describeToolGroups(mode)).map(([name, group]) => {
    if (!group.enabled) return `✗ ${name} (not available)`;
    const limit =
      group.file_regex === undefined
        ? ''
        : ` (restricted to: ${group.file_regex}${group.description === undefined ? '' : `, ${group.description}`})`;
    return `✓ ${name}${limit}`;
  });
  return lines.join('\n');
}
