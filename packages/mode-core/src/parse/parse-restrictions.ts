import { defined, isJsonObject, jsonPointer, resolvePointer } from '@modegate/json';
import * as z from 'zod/mini';
import type { McpRestrictions, McpToolReference } from '../modes/mode.ts';
import type { ModeContext } from '../modes/mode-problem.ts';
import { mcpRestrictionsSchema, mcpToolNamesSchema, modeConfigSchema } from '../modes/mode-schema.ts';
import { show } from '../show.ts';
import { checkKeys, checkRestrictions, type RestrictionFaults } from './check-restrictions.ts';
import type { FieldContext } from './field-context.ts';
import { checkConditions } from './parse-conditions.ts';
import { findMisplacedFields } from './parse-extends.ts';

/**
 * MCP restrictions of a mode after checking; `invalid` if the restrictions could not be read, in which case every MCP
 * call is refused.
 */
export interface ParsedRestrictions extends RestrictionFaults {
  readonly config: { readonly mcpRestrictions?: McpRestrictions; readonly allowedMcpServers?: readonly string[] };
}

const restrictionKeys = Object.keys(mcpRestrictionsSchema.shape);

/** Checks `mcpRestrictions` and `allowedMcpServers` of a raw mode, and reports anything wrong, odd or contradictory. */
export function parseRestrictions(raw: Readonly<Record<string, unknown>>, context: ModeContext): ParsedRestrictions {
  const own = parseOwn(raw.mcpRestrictions, context);
  const zoo = parseField(modeConfigSchema.shape.allowedMcpServers, raw.allowedMcpServers, {
    ...context,
    pointer: `${context.pointer}/allowedMcpServers`,
    field: 'allowedMcpServers',
    closes: 'MCP call',
  });
  const allowedMcpServers = zoo.value as readonly string[] | undefined;
  reportDisagreement(own.config, allowedMcpServers, context);
  const misplaced = findMisplacedFields(raw, 'mcpRestrictions', context);
  const invalid = own.invalid ?? zoo.invalid ?? misplaced;
  const config = defined({ mcpRestrictions: own.config, allowedMcpServers });
  return { config, invalid, modeInvalid: own.modeInvalid };
}

interface OwnRestrictions extends RestrictionFaults {
  readonly config?: McpRestrictions;
}

const toolListSchema = z.array(mcpToolNamesSchema);
const listSchemas = {
  allowedServers: z.array(z.string()),
  askServers: z.array(z.string()),
  disallowedServers: z.array(z.string()),
  allowedTools: toolListSchema,
  askTools: toolListSchema,
  disallowedTools: toolListSchema,
} as const;

function parseOwn(value: unknown, context: ModeContext): OwnRestrictions {
  if (value === undefined) return {};
  const pointer = `${context.pointer}/mcpRestrictions`;
  const at: FieldContext = { ...context, pointer, field: 'mcpRestrictions', closes: 'MCP call' };
  const { modeInvalid, ...faults } = checkRestrictions(value, restrictionKeys, at);
  let { invalid } = faults;
  if (!isJsonObject(value)) return { invalid };
  for (const [key, schema] of Object.entries(listSchemas)) {
    const field = { ...at, pointer: `${pointer}/${key}`, field: `mcpRestrictions.${key}` };
    invalid = parseField(schema, value[key], field).invalid ?? invalid;
    if (key.endsWith('Tools')) invalid = checkToolEntries(value[key], field) ?? invalid;
  }
  if (invalid !== undefined || modeInvalid !== undefined) return { invalid, modeInvalid };
  const config = value as McpRestrictions;
  reportConflicts(config, { ...context, pointer });
  return { config };
}

function parseField(
  schema: z.ZodMiniType,
  value: unknown,
  context: FieldContext,
): { readonly value?: unknown; readonly invalid?: string } {
  // A key that is present but empty (null) differs from an absent key: the author intended some restriction, so all
  // calls are refused.
  if (value === undefined) return {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value };
  const path = (parsed.error.issues[0]?.path ?? []).map(String);
  const expected = context.field.endsWith('Tools')
    ? 'a list of { serverName, toolName } entries'
    : 'a list of server names';
  const found = show(resolvePointer(value, jsonPointer(...path)));
  const message = `Field '${[context.field, ...path].join('.')}' of mode '${context.slug}' is ${found}, but '${context.field}' must be ${expected}; every MCP call of this mode is refused until the field is corrected.`;
  return { invalid: context.report('RESTRICTIONS_INVALID', message, [context.pointer, ...path].join('/')) };
}

/** Checks the conditions in the entries of a tool list. */
function checkToolEntries(list: unknown, context: FieldContext): string | undefined {
  let invalid: string | undefined;
  for (const [index, entry] of (Array.isArray(list) ? (list as readonly unknown[]) : []).entries()) {
    if (!isJsonObject(entry) || hasOnlyNames(entry)) continue;
    const at = { ...context, pointer: `${context.pointer}/${index}`, field: `${context.field}.${index}` };
    invalid ??= checkKeys(entry, entryKeys, at) ?? checkConditions(entry, at);
  }
  return invalid;
}

/** True for nearly every entry; avoids allocations. */
function hasOnlyNames(entry: Readonly<Record<string, unknown>>): boolean {
  for (const key in entry) if (key !== 'serverName' && key !== 'toolName') return false;
  return true;
}

const entryKeys = ['serverName', 'toolName', 'schedule', 'when'];

/**
 * Reports an entry that is in both an allowlist and a deny list (the deny rule takes precedence), unless the deny rule
 * has conditions. Also reports blank entries.
 */
function reportConflicts(restrictions: McpRestrictions, context: ModeContext): void {
  const deniedServers = new Set(restrictions.disallowedServers);
  for (const [index, server] of (restrictions.allowedServers ?? []).entries()) {
    if (deniedServers.has(server)) reportConflict(show(server), `allowedServers/${index}`, context);
    if (server.trim() === '') reportBlank(`allowedServers/${index}`, context);
  }
  const always = (restrictions.disallowedTools ?? []).filter(
    ({ schedule, when }) => schedule === undefined && when === undefined,
  );
  const deniedTools = new Set(always.map(toolKey));
  for (const [index, tool] of (restrictions.allowedTools ?? []).entries()) {
    if (deniedTools.has(toolKey(tool)))
      reportConflict(show(`${tool.serverName}/${tool.toolName}`), `allowedTools/${index}`, context);
    if (tool.serverName.trim() === '' || tool.toolName.trim() === '') reportBlank(`allowedTools/${index}`, context);
  }
}

/** Returns an unambiguous string for a pair of names. */
function toolKey({ serverName, toolName }: McpToolReference): string {
  return `${serverName.length} ${serverName}${toolName}`;
}

function reportConflict(entry: string, tail: string, context: ModeContext): void {
  const message = `Mode '${context.slug}' both allows and disallows ${entry}; the deny rule takes precedence. Remove one of the two rules.`;
  context.report('RESTRICTION_CONFLICT', message, `${context.pointer}/${tail}`);
}

function reportBlank(tail: string, context: ModeContext): void {
  const message = `An entry in ${tail.split('/')[0] ?? ''} of mode '${context.slug}' is blank, so it matches only a name that consists of exactly the same spaces. Specify a server or tool, or remove the entry.`;
  context.report('RESTRICTION_BLANK', message, `${context.pointer}/${tail}`);
}

function reportDisagreement(
  own: McpRestrictions | undefined,
  zoo: readonly string[] | undefined,
  context: ModeContext,
): void {
  const allowed = own?.allowedServers;
  if (zoo === undefined || allowed === undefined) return;
  if (zoo.length === allowed.length && zoo.every((server) => allowed.includes(server))) return;
  const message = `Mode '${context.slug}' has both 'allowedMcpServers' and 'mcpRestrictions.allowedServers', and the two lists differ. Only servers in both lists are allowed. Keep only one list.`;
  context.report('RESTRICTIONS_DISAGREE', message, `${context.pointer}/allowedMcpServers`);
}
