import { decide, type ListedTool, listTools, type ModeConfig, type Policy, type PolicyMode } from '@modegate/mode-core';
import {
  type GroupOptions,
  getGroupName,
  getGroupOptions,
  type ToolGroup,
  toolGroups,
} from '@modegate/mode-core/modes';
import * as z from 'zod';

/**
 * Marks a part of a result whose members need no explanation. The tool list then shows only its type, since every word
 * of a schema costs a model tokens.
 */
export const brief = { brief: true };

/** A mode's tool group in resources and results. */
export const toolGroupSchema = z.looseObject({
  enabled: z.boolean(),
  problem: z.string().optional().describe('Why a group of the mode cannot be used at all.'),
  file_regex: z.string().optional(),
  description: z.string().optional(),
  further_limits: z
    .array(z.object({ file_regex: z.string(), description: z.string().optional() }))
    .optional()
    .describe('Additional restrictions that apply if the mode lists the group more than once.'),
});

type ToolGroupDescription = z.infer<typeof toolGroupSchema>;

/** A mode in `mode://{slug}` and `list_modes`. */
export const modeSchema = z.object({
  slug: z.string(),
  name: z.string(),
  source: z.enum(['builtin', 'global', 'project']),
  file: z.string().optional(),
  line: z.number().int().optional(),
  description: z.string().nullable(),
  when_to_use: z.string().nullable(),
  tool_groups: z.record(z.string(), toolGroupSchema).meta(brief),
  mcp_restrictions: z.unknown().optional(),
  command_restrictions: z.unknown().optional(),
  shadows: z.array(z.string()).meta(brief).optional(),
  // Reason why the mode refuses everything, if it does.
  invalid: z.string().optional(),
});

/** The wire form of a mode. */
export type ModeWireForm = z.infer<typeof modeSchema>;

/** A mode with its policy, as available to a connection. */
export interface ConnectionModeView {
  readonly mode: PolicyMode;
  readonly policy: Policy;
  /** True if a task can switch from the mode to another mode. */
  readonly maySwitch: boolean;
}

/** Describes a mode, omitting its longer strings. */
export function summariseMode(view: ConnectionModeView): ModeWireForm {
  const { mode } = view;
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
    tool_groups: describeToolGroups(view),
    ...(restrictions === undefined ? {} : { mcp_restrictions: restrictions }),
    ...(config.commandRestrictions === undefined ? {} : { command_restrictions: config.commandRestrictions }),
    ...(mode.shadows.length === 0 ? {} : { shadows: [...mode.shadows] }),
    ...(mode.invalid === undefined ? {} : { invalid: mode.invalid }),
  };
}

/**
 * Describes the groups of a mode and their restrictions. `modes` needs no entry: it is enabled if a task can switch
 * from the mode to another.
 */
export function describeToolGroups(view: ConnectionModeView): Readonly<Record<string, ToolGroupDescription>> {
  const { mode, policy } = view;
  const tools = mode.invalid === undefined ? listTools(policy, mode.config.slug) : [];
  return Object.fromEntries(toolGroups.map((group) => [group, describeToolGroup(group, { ...view, tools })]));
}

/** Tools that move a task to another mode, or start a task in another mode. */
export const switchingTools: readonly string[] = ['switch_mode', 'new_task'];

// A group whose file pattern is unusable refuses every call for that reason.
const samples: Readonly<Partial<Record<ToolGroup, string>>> = {
  read: 'read_file',
  edit: 'write_to_file',
  command: 'execute_command',
  browser: 'browser_action',
};

function describeToolGroup(
  group: ToolGroup,
  { mode, policy, maySwitch, tools }: ConnectionModeView & { readonly tools: readonly ListedTool[] },
): ToolGroupDescription {
  if (mode.invalid !== undefined) return { enabled: false };
  if (group === 'modes') return { enabled: maySwitch && tools.some(({ name }) => switchingTools.includes(name)) };
  const entries = mode.config.groups.filter((held) => getGroupName(held) === group);
  if (entries.length === 0) return { enabled: false };
  const tool = samples[group];
  const isClosed = tool !== undefined && tools.every((listed) => listed.group !== group);
  const decision = isClosed ? decide(policy, { mode: mode.config.slug, tool, params: { path: 'a' } }) : undefined;
  const [limit, ...further] = entries
    .map(getGroupOptions)
    .flatMap((options) => (options?.fileRegex ? [describeLimit(options)] : []));
  const [description] = entries.flatMap((entry) => getGroupOptions(entry)?.description ?? []);
  return {
    enabled: !isClosed,
    ...(decision?.allowed === false ? { problem: decision.reason } : {}),
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

/** Lists the usable groups of a mode on one line: `read, edit (only \.md$), mcp, modes`. */
export function listToolGroups(view: ConnectionModeView): string {
  const groups = Object.entries(describeToolGroups(view)).filter(([, group]) => group.enabled);
  const shown = groups.map(([name, group]) => {
    const patterns = limitsOf(group).map((limit) => limit.file_regex);
    return patterns.length === 0 ? name : `${name} (only ${patterns.join(' and ')})`;
  });
  return shown.join(', ') || 'none';
}

/** Explains, for each group of the mode that refuses all calls, why it does so. */
export function listClosedGroups(view: ConnectionModeView): readonly string[] {
  return Object.values(describeToolGroups(view)).flatMap(({ problem }) => problem ?? []);
}

/** Lists the groups of a mode, one per line, with a tick or a cross. */
export function tickToolGroups(view: ConnectionModeView): string {
  const lines = Object.entries(describeToolGroups(view)).map(([name, group]) => {
    if (!group.enabled) return `✗ ${name} (${group.problem ?? 'not available'})`;
    const limits = limitsOf(group).map(({ file_regex, description }) =>
      description === undefined ? file_regex : `${file_regex}, ${description}`,
    );
    return limits.length === 0 ? `✓ ${name}` : `✓ ${name} (restricted to: ${limits.join(' and to: ')})`;
  });
  return lines.join('\n');
}

function limitsOf({ file_regex, description, further_limits = [] }: ToolGroupDescription) {
  return file_regex === undefined ? [] : [{ file_regex, description }, ...further_limits];
}
