import { defined, isJsonObject, type JsonObject, jsonPointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type * as z from 'zod/mini';
import { parseCommandRestrictions } from '../commands/parse-command-restrictions.ts';
import { isBobFile } from '../modes/bob-groups.ts';
import type { ModeConfig } from '../modes/mode.ts';
import {
  createModeProblem,
  type ModeContext,
  type ModeProblem,
  type ModesOrigin,
  type ReportProblem,
} from '../modes/mode-problem.ts';
import { knownModeKeys, modeConfigSchema } from '../modes/mode-schema.ts';
import type { LoadedMode, NamelessMode, ParsedModes } from '../modes/parsed-modes.ts';
import { printable, show } from '../show.ts';
import { ownLimitKeys } from './limit-keys.ts';
import { findMisplacedLimits } from './misplaced-limits.ts';
import { findModeList, nameType, reportModeList } from './mode-list.ts';
import { isMisplaced } from './parse-extends.ts';
import { parseGroups } from './parse-groups.ts';
import { parseRestrictions } from './parse-restrictions.ts';
import { guessSlugs } from './slug-claims.ts';

/**
 * Reads a parsed modes file (`{ customModes: [...] }`). Never throws: a faulty mode is reported, and the other modes
 * are retained. Unknown keys are preserved and reported; an unknown or malformed group allows nothing.
 */
export function parseModes(document: unknown, origin: ModesOrigin): ParsedModes {
  const problems: ModeProblem[] = [];
  const report: ReportProblem = (code, problem) => problems.push(createModeProblem(origin, code, problem));
  const found = findModeList(document);
  reportModeList(found, report);
  const { modes, nameless } = 'list' in found ? collectModes(found.list, { ...origin, report }) : noModes;
  const unreadable = 'unreadable' in found ? found.unreadable : undefined;
  return { ...origin, modes, nameless, problems, document, ...defined({ unreadable }) };
}

type Collected = Required<Pick<ParsedModes, 'modes' | 'nameless'>>;
const noModes: Collected = { modes: [], nameless: [] };

interface ReportedOrigin extends ModesOrigin {
  readonly report: ReportProblem;
}

function collectModes(list: readonly unknown[], origin: ReportedOrigin): Collected {
  const bySlug = new Map<string, LoadedMode>();
  const nameless: NamelessMode[] = [];
  for (const [index, raw] of list.entries()) {
    const pointer = jsonPointer('customModes', index);
    const slug = readSlug(raw, pointer, origin.report);
    // For a value that is not a mapping, this is the only problem reported.
    const fields = isJsonObject(raw) ? raw : undefined;
    const shown = slug ?? shownSlug(raw);
    const report: ModeContext['report'] = (code, message, at) => {
      if (fields !== undefined) origin.report(code, { message, pointer: at, mode: shown });
      return message;
    };
    const mode = parseMode(fields ?? {}, { slug: shown, pointer, report, isFromBob: isBobFile(origin.file) }, origin);
    if (slug === undefined) {
      nameless.push({ mode, guesses: guessSlugs(raw) });
      continue;
    }
    const first = bySlug.get(slug);
    if (first === undefined) bySlug.set(slug, mode);
    else {
      const message = `Mode '${slug}' is defined twice in this file; the definition at ${first.pointer} is used and this one is ignored. Rename or remove one of them.`;
      origin.report('SLUG_DUPLICATE', { message, pointer: mode.pointer, mode: slug });
    }
  }
  return { modes: [...bySlug.values()], nameless };
}

/** Returns the text shown in place of a missing slug. */
function shownSlug(raw: unknown): string {
  return isJsonObject(raw) && typeof raw.slug === 'string' ? printable(raw.slug) : '';
}

function parseMode(raw: JsonObject, context: ModeContext, origin: ModesOrigin): LoadedMode {
  const { slug, pointer } = context;
  const fault = checkFields(raw, context);
  const closed = findMisplacedLimits(raw, context);
  reportUnknownKeys(raw, closed.keys, context);
  const groups = parseGroups(raw, closed.groups, context);
  const restrictions = parseRestrictions(raw, context);
  const commands = parseCommandRestrictions(raw, context);
  if (raw.source !== undefined && origin.source !== 'builtin' && raw.source !== origin.source) {
    const message = `The mode specifies the source ${show(raw.source)}, but it is in a ${origin.source} file. The specified source is ignored.`;
    context.report('SOURCE_MISMATCH', message, `${pointer}/source`);
  }
  const { mcpRestrictions: _own, allowedMcpServers: _zoo, commandRestrictions: _commands, ...kept } = raw;
  const invalid = fault ?? restrictions.modeInvalid ?? commands.modeInvalid;
  const restrictionsInvalid = restrictions.invalid ?? closed.groups.get('mcp')?.reason;
  const texts =
    invalid === undefined ? {} : { name: textOr(raw.name, slug), roleDefinition: textOr(raw.roleDefinition, '') };
  return {
    config: {
      ...kept,
      slug,
      ...texts,
      groups: groups.entries,
      ...restrictions.config,
      ...commands.config,
      ...sourceOf(origin),
    } as ModeConfig,
    pointer,
    groupIndexes: groups.indexes,
    ...defined({ invalid, restrictionsInvalid, commandsInvalid: commands.invalid }),
    ...(closed.tools.size === 0 ? {} : { closedTools: closed.tools }),
    ...(groups.closed.size === 0 ? {} : { closedGroups: groups.closed }),
    ...(groups.unknown.size === 0 ? {} : { unknownGroups: groups.unknown }),
  };
}

function readSlug(raw: unknown, pointer: string, report: ReportProblem): string | undefined {
  if (!isJsonObject(raw)) {
    const message = `Expected a mode (a mapping with slug, name, roleDefinition and groups), not ${nameType(raw)}.`;
    report('MODE_INVALID', { message, pointer });
    return undefined;
  }
  const parsed = modeConfigSchema.shape.slug.safeParse(raw.slug);
  if (parsed.success) return parsed.data;
  const given = raw.slug;
  if (given === undefined) {
    const message = `The mode has no 'slug'; a slug of letters, digits and dashes is required.${didYouMean('slug', Object.keys(raw))}`;
    report('FIELD_MISSING', { message, pointer });
  } else {
    const proposal = typeof given === 'string' ? proposeSlug(given) : '';
    const message = `Slug ${show(given)} must be a string that contains only letters, digits and dashes.${proposal === '' ? '' : ` Try '${proposal}'.`}`;
    report('SLUG_INVALID', { message, pointer: `${pointer}/slug` });
  }
  return undefined;
}

function proposeSlug(given: string): string {
  return given
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}

// Fields checked one by one, so that all errors of a mode are reported together. Groups and restrictions have their own
// checks.
const checkedFields = ['name', 'roleDefinition', 'whenToUse', 'description', 'customInstructions', 'source'] as const;

function checkFields(raw: JsonObject, context: ModeContext): string | undefined {
  const messages: string[] = [];
  for (const field of checkedFields) {
    const schema: z.ZodMiniType = modeConfigSchema.shape[field];
    if (schema.safeParse(raw[field]).success) continue;
    const missing = raw[field] === undefined;
    const message = missing
      ? `Mode '${context.slug}' has no '${field}', which is required.${didYouMean(field, Object.keys(raw))}`
      : `Field '${field}' of mode '${context.slug}' must be ${expectations[field]}, not ${show(raw[field])}.`;
    reportField(context, missing ? '' : `/${field}`, message);
    // A wrong `source` has no effect, because it is overwritten in any case.
    if (field !== 'source') messages.push(message);
  }
  if (!Array.isArray(raw.groups)) messages.push(reportMissingGroups(raw, context));
  return messages[0];
}

const expectations = {
  name: 'non-empty text',
  roleDefinition: 'non-empty text',
  whenToUse: 'text',
  description: 'text',
  customInstructions: 'text',
  source: "'global' or 'project'",
} as const;

function reportMissingGroups(raw: JsonObject, context: ModeContext): string {
  const missing = raw.groups === undefined;
  const message = missing
    ? `Mode '${context.slug}' has no 'groups', which is required; write 'groups: []' for a mode without tools.${didYouMean('groups', Object.keys(raw))}`
    : `Field 'groups' of mode '${context.slug}' must be a list, not ${show(raw.groups)}.`;
  return reportField(context, missing ? '' : '/groups', message);
}

/** Reports a field as missing if `tail` is empty, and as having a wrong value otherwise. */
function reportField({ pointer, report }: ModeContext, tail: '' | `/${string}`, message: string): string {
  return report(tail === '' ? 'FIELD_MISSING' : 'FIELD_INVALID', message, pointer + tail);
}

function reportUnknownKeys(raw: JsonObject, limits: ReadonlySet<string>, context: ModeContext): void {
  for (const key of Object.keys(raw)) {
    if (
      knownModeKeys.has(key) ||
      limits.has(key) ||
      isMisplaced(raw, key, 'mcpRestrictions') ||
      isMisplaced(raw, key, 'commandRestrictions')
    )
      continue;
    const hint =
      key === 'extends'
        ? " To inherit restrictions, use 'extends' in 'mcpRestrictions' or 'commandRestrictions'."
        : didYouMean(key, namesNearby);
    const message = `Mode '${context.slug}' has the unknown key '${printable(key)}', which has no effect.${hint}`;
    context.report('KEY_UNKNOWN', message, `${context.pointer}${jsonPointer(key)}`);
  }
}

const namesNearby: readonly string[] = [...new Set([...knownModeKeys, ...ownLimitKeys.keys()])];

function sourceOf(origin: ModesOrigin): { readonly source?: 'global' | 'project' } {
  return origin.source === 'builtin' ? {} : { source: origin.source };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
