import { isJsonObject, type JsonObject } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';
import type { CommandRestrictions } from '../modes/mode.ts';
import type { ModeContext } from '../modes/mode-problem.ts';
import { commandRestrictionsSchema } from '../modes/mode-schema.ts';
import { checkKeys, checkRestrictions, type RestrictionFaults } from '../parse/check-restrictions.ts';
import type { FieldContext } from '../parse/field-context.ts';
import { checkConditions } from '../parse/parse-conditions.ts';
import { findMisplacedFields } from '../parse/parse-extends.ts';
import { printable, show } from '../show.ts';
import { commandLists } from './command-analyser.ts';

/** Command restrictions after checking; if they could not be read, every command in the mode is refused. */
export interface ParsedCommandRestrictions extends RestrictionFaults {
  readonly config: { readonly commandRestrictions?: CommandRestrictions };
}

const restrictionKeys = Object.keys(commandRestrictionsSchema.shape);

/** Checks the `commandRestrictions` of a raw mode, except for the rules, which the analyser parses later. */
export function parseCommandRestrictions(raw: JsonObject, context: ModeContext): ParsedCommandRestrictions {
  const value = raw.commandRestrictions;
  if (value === undefined) return { config: {} };
  const field = 'commandRestrictions';
  const at: FieldContext = { ...context, pointer: `${context.pointer}/${field}`, field, closes: 'command' };
  const { modeInvalid, ...faults } = checkRestrictions(value, restrictionKeys, at);
  const misplaced = findMisplacedFields(raw, field, context);
  let invalid = faults.invalid ?? misplaced;
  if (!isJsonObject(value)) return { config: {}, invalid };
  for (const key of commandLists)
    invalid = checkList(value[key], { ...at, pointer: `${at.pointer}/${key}`, field: `${field}.${key}` }) ?? invalid;
  if (invalid !== undefined || modeInvalid !== undefined) return { config: {}, invalid, modeInvalid };
  return { config: { commandRestrictions: value as CommandRestrictions } };
}

function checkList(list: unknown, context: FieldContext): string | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return reportFault(`must be a list of commands, not ${show(list)}`, context);
  const faults = (list as readonly unknown[]).map((entry, index) =>
    checkEntry(entry, { ...context, pointer: `${context.pointer}/${index}`, field: `${context.field}.${index}` }),
  );
  return faults.find((fault) => fault !== undefined);
}

const entryKeys = ['command', 'reason', 'schedule', 'when'];

function checkEntry(entry: unknown, context: FieldContext): string | undefined {
  if (!isJsonObject(entry) || isMisread(entry)) return checkCommand(entry, context);
  const { command, reason } = entry;
  const { pointer, field } = context;
  const at = (key: string) => ({ ...context, pointer: `${pointer}/${key}`, field: `${field}.${key}` });
  const isText = reason === undefined || typeof reason === 'string';
  return (
    checkKeys(entry, entryKeys, context) ??
    checkConditions(entry, context) ??
    checkCommand(command, at('command')) ??
    (isText ? undefined : reportFault(`must be text, not ${show(reason)}`, at('reason')))
  );
}

/** True for a mapping in which no key is, or resembles, a key of an entry. */
function isMisread(entry: object): boolean {
  return Object.keys(entry).every((key) => nearestName(key, entryKeys) === undefined);
}

function checkCommand(command: unknown, context: FieldContext): string | undefined {
  if (typeof command === 'string' && command.trim() !== '') return undefined;
  const meant = writeCommand(command);
  const what =
    meant === undefined
      ? `must be a command such as "git status *"${command === undefined ? '' : `, not ${show(command)}`}`
      : `was not read as text; write it in quotes: ${printable(JSON.stringify(meant))}`;
  return reportFault(what, context);
}

/**
 * Restores a command that YAML parsed as something else: `echo a: b` as a mapping, `1` as a number. Returns undefined
 * for any other value.
 */
function writeCommand(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = (value as readonly unknown[]).map(writeScalar);
    return items.length > 0 && items.every((item) => item !== undefined) ? `[ ${items.join(', ')} ]` : undefined;
  }
  if (!isJsonObject(value)) return writeScalar(value);
  const [[key, member] = [], ...others] = Object.entries(value);
  const text = member === null ? '' : writeScalar(member);
  return key === undefined || others.length > 0 || text === undefined ? undefined : `${key}: ${text}`.trim();
}

function writeScalar(value: unknown): string | undefined {
  return ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value.trim() !== '')
    ? String(value)
    : undefined;
}

function reportFault(what: string, { slug, pointer, field, report, closes }: FieldContext): string {
  const message = `Field '${field}' of mode '${slug}' ${what}; every ${closes} of this mode is refused until it is corrected.`;
  return report('RESTRICTIONS_INVALID', message, pointer);
}
