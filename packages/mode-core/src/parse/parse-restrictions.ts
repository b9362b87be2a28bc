import { isJsonObject, jsonPointer, resolvePointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import * as z from 'zod/mini';
import type { McpRestrictions, McpToolReference } from '../modes/mode.ts';
import type { ModeContext } from '../modes/mode-problem.ts';
import { mcpRestrictionsSchema, mcpToolNamesSchema, modeConfigSchema } from '../modes/mode-schema.ts';
import { show } from '../show.ts';
import { isAnnotation } from './limit-keys.ts';
import { checkConditions } from './parse-conditions.ts';
import { checkExtends, findMisplacedFields } from './parse-extends.ts';

/** The MCP restrictions of a mode after checking; `invalid` when they could not be read and every MCP call must be refused. */
export interface ParsedRestrictions {
  readonly config: { readonly mcpRestrictions?: McpRestrictions; readonly allowedMcpServers?: readonly string[] };
  readonly invalid?: string;
  /** Present when `extends` could not be read and the whole mode must refuse. */
  readonly modeInvalid?: string;
}

const restrictionKeys = Object.keys(mcpRestrictionsSchema.shape);

/** Checks `mcpRestrictions` and `allowedMcpServers` of a raw mode and reports what is wrong, odd or contradictory. */
export function parseRestrictions(raw: Readonly<Record<string, unknown>>, place: ModeContext): ParsedRestrictions {
  const own = parseOwn(raw.mcpRestrictions, place);
  const zoo = parseField(modeConfigSchema.shape.allowedMcpServers, raw.allowedMcpServers, {
    ...place,
    pointer: `${place.pointer}/allowedMcpServers`,
    field: 'allowedMcpServers',
  });
  reportDisagreement(own.config, zoo.value as readonly string[] | undefined, place);
  const misplaced = findMisplacedFields(raw, place);
  const invalid = own.invalid ?? zoo.invalid ?? misplaced;
  return {
    config: {
      ...(own.config === undefined ? {} : { mcpRestrictions: own.config }),
      ...(zoo.value === undefined ? {} : { allowedMcpServers: zoo.value as readonly string[] }),
    },
    ...(invalid === undefined ? {} : { invalid }),
    ...(own.modeInvalid === undefined ? {} : { modeInvalid: own.modeInvalid }),
  };
}

interface OwnRestrictions {
  readonly config?: McpRestrictions;
  readonly invalid?: string;
  readonly modeInvalid?: string;
}

const toolListSchema = z.array(mcpToolNamesSchema);
const listSchemas = {
  allowedServers: z.array(z.string()),
  disallowedServers: z.array(z.string()),
  allowedTools: toolListSchema,
  disallowedTools: toolListSchema,
} as const;

function parseOwn(value: unknown, place: ModeContext): OwnRestrictions {
  if (value === undefined) return {};
  const pointer = `${place.pointer}/mcpRestrictions`;
  if (!isJsonObject(value)) {
    const message = `Field 'mcpRestrictions' of mode '${place.slug}' must be a mapping, not ${show(value)}; every MCP call of this mode is refused until it is.`;
    place.report('RESTRICTIONS_INVALID', { message, pointer, mode: place.slug });
    return { invalid: message };
  }
  const modeInvalid = value.extends === undefined ? undefined : checkExtends(value.extends, { ...place, pointer });
  let invalid = checkKeys(value, restrictionKeys, { ...place, pointer, field: 'mcpRestrictions' });
  invalid = checkConditions(value, { ...place, pointer, field: 'mcpRestrictions' }) ?? invalid;
  for (const [key, schema] of Object.entries(listSchemas)) {
    const field = { ...place, pointer: `${pointer}/${key}`, field: `mcpRestrictions.${key}` };
    invalid = parseField(schema, value[key], field).invalid ?? invalid;
    if (key.endsWith('Tools')) invalid = checkToolEntries(value[key], field) ?? invalid;
  }
  if (invalid !== undefined || modeInvalid !== undefined)
    return { ...(invalid === undefined ? {} : { invalid }), ...(modeInvalid === undefined ? {} : { modeInvalid }) };
  const config = value as McpRestrictions;
  reportConflicts(config, { ...place, pointer });
  return { config };
}

function parseField(
  schema: z.ZodMiniType,
  value: unknown,
  place: ModeContext & { readonly field: string },
): { readonly value?: unknown; readonly invalid?: string } {
  // A key that is there but empty (null) is not the same as absent: the writer meant some limit, so it fails closed.
  if (value === undefined) return {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value };
  const path = (parsed.error.issues[0]?.path ?? []).map(String);
  const expected = place.field.endsWith('Tools')
    ? 'a list of { serverName, toolName } entries'
    : 'a list of server names';
  const found = show(resolvePointer(value, jsonPointer(...path)));
  const message = `Field '${[place.field, ...path].join('.')}' of mode '${place.slug}' is ${found}, but '${place.field}' must be ${expected}; every MCP call of this mode is refused until it is.`;
  place.report('RESTRICTIONS_INVALID', { message, pointer: [place.pointer, ...path].join('/'), mode: place.slug });
  return { invalid: message };
}

/** What the entries of a tool list hang on. */
function checkToolEntries(list: unknown, place: ModeContext & { readonly field: string }): string | undefined {
  let invalid: string | undefined;
  for (const [index, entry] of (Array.isArray(list) ? (list as readonly unknown[]) : []).entries()) {
    if (!isJsonObject(entry) || hasOnlyNames(entry)) continue;
    const at = { ...place, pointer: `${place.pointer}/${index}`, field: `${place.field}.${index}` };
    invalid ??= checkKeys(entry, entryKeys, at) ?? checkConditions(entry, at);
  }
  return invalid;
}

/** Nearly every entry; nothing is built for it. */
function hasOnlyNames(entry: Readonly<Record<string, unknown>>): boolean {
  for (const key in entry) if (key !== 'serverName' && key !== 'toolName') return false;
  return true;
}

const entryKeys = ['serverName', 'toolName', 'schedule', 'when'];

/** What an unknown key was to limit is not known, so none is passed over; only annotations have no effect. */
function checkKeys(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  place: ModeContext & { readonly field: string },
): string | undefined {
  let invalid: string | undefined;
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const isHarmless = isAnnotation(key);
    const effect = isHarmless
      ? ', which restricts nothing.'
      : `; until it is corrected every MCP call of this mode is refused.${didYouMean(key, known)}`;
    const message = `'${place.field}' of mode '${place.slug}' has the unknown key ${show(key)}${effect}`;
    place.report(isHarmless ? 'KEY_UNKNOWN' : 'RESTRICTIONS_INVALID', {
      message,
      pointer: `${place.pointer}${jsonPointer(key)}`,
      mode: place.slug,
    });
    if (!isHarmless) invalid ??= message;
  }
  return invalid;
}

/** The same entry in an allow and a deny list is contradictory, unless the denial depends on something; the deny holds. A blank entry is a slip. */
function reportConflicts(restrictions: McpRestrictions, place: ModeContext): void {
  const deniedServers = new Set(restrictions.disallowedServers);
  for (const [index, server] of (restrictions.allowedServers ?? []).entries()) {
    if (deniedServers.has(server)) reportConflict(show(server), `allowedServers/${index}`, place);
    if (server.trim() === '') reportBlank(`allowedServers/${index}`, place);
  }
  const always = (restrictions.disallowedTools ?? []).filter(
    ({ schedule, when }) => schedule === undefined && when === undefined,
  );
  const deniedTools = new Set(always.map(toolKey));
  for (const [index, tool] of (restrictions.allowedTools ?? []).entries()) {
    if (deniedTools.has(toolKey(tool)))
      reportConflict(show(`${tool.serverName}/${tool.toolName}`), `allowedTools/${index}`, place);
    if (tool.serverName.trim() === '' || tool.toolName.trim() === '') reportBlank(`allowedTools/${index}`, place);
  }
}

/** One text for the two names, which no other two names give. */
function toolKey({ serverName, toolName }: McpToolReference): string {
  return `${serverName.length} ${serverName}${toolName}`;
}

function reportConflict(entry: string, tail: string, place: ModeContext): void {
  const message = `Mode '${place.slug}' both allows and disallows ${entry}; the denial holds. Remove one of the two.`;
  place.report('RESTRICTION_CONFLICT', { message, pointer: `${place.pointer}/${tail}`, mode: place.slug });
}

function reportBlank(tail: string, place: ModeContext): void {
  const message = `An entry of ${tail.split('/')[0] ?? ''} in mode '${place.slug}' is blank: it matches a name of just these blanks and no other; name a server or tool, or remove it.`;
  place.report('RESTRICTION_BLANK', { message, pointer: `${place.pointer}/${tail}`, mode: place.slug });
}

function reportDisagreement(
  own: McpRestrictions | undefined,
  zoo: readonly string[] | undefined,
  place: ModeContext,
): void {
  const allowed = own?.allowedServers;
  if (zoo === undefined || allowed === undefined) return;
  if (zoo.length === allowed.length && zoo.every((server) => allowed.includes(server))) return;
  const message = `Mode '${place.slug}' has both 'allowedMcpServers' and 'mcpRestrictions.allowedServers', and they differ; a server must be in both. Keep one of them.`;
  place.report('RESTRICTIONS_DISAGREE', { message, pointer: `${place.pointer}/allowedMcpServers`, mode: place.slug });
}
