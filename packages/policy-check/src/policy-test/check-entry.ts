import { isJsonObject, jsonPointer } from '@modegate/json';
import { conditionTaskStates } from '@modegate/mode-core/modes';
import { findTool } from '@modegate/mode-core/tools';
import { nearestName } from '@modegate/nearest-name';
import * as z from 'zod/mini';

/** A problem with one entry; the pointer is relative to the entry. */
export interface EntryFault {
  readonly pointer: string;
  readonly message: string;
}

/** Outcomes that an entry can expect; `ask` stands for a call to which a person must consent. */
export const expectations = ['allow', 'ask', 'deny'] as const;

/** @internal A test for a value, and a description of what the value must be. */
export type ValueForm = readonly [isRight: (value: unknown) => boolean, expected: string];

/** @internal The forms that values can have in both kinds of entries. */
export const valueForms = {
  text: [isText, 'a string'],
  texts: [isTextOrTexts, 'a string or a list of strings'],
  flag: [(value) => typeof value === 'boolean', 'true or false'],
} as const satisfies Readonly<Record<string, ValueForm>>;

const { text, texts, flag } = valueForms;
const forms = {
  mode: texts,
  tool: texts,
  server: texts,
  file: texts,
  command: texts,
  unknown: flag,
  name: text,
  by: text,
};
const entryKeys = 'name mode tool server file command params at context task expect by unknown'.split(' ');

/** Lists all faults that prevent an entry from being a question with an expected decision. */
export function listEntryFaults(entry: unknown): readonly EntryFault[] {
  if (!isJsonObject(entry)) return [{ pointer: '', message: notAnEntry }];
  return [
    ...listUnknownKeys(entry, entryKeys),
    ...(entry.mode === undefined ? [withoutMode] : []),
    ...checkForms(entry, forms),
    ...checkExpectation(entry, expectations, "'allow', 'ask' or 'deny'"),
    ...checkCall(entry),
    ...checkCircumstances(entry),
  ];
}

const notAnEntry =
  "The entry must be a mapping that contains 'mode' or 'profile', 'expect', and a call, such as 'tool' with 'file', or 'command'.";

type Entry = Readonly<Record<string, unknown>>;

/** @internal Reports keys that are not valid in an entry. */
export function listUnknownKeys(entry: Entry, known: readonly string[]): readonly EntryFault[] {
  return Object.keys(entry)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const meant = nearestName(key, known);
      const hint = meant === undefined ? ` Known keys: ${known.join(', ')}.` : ` Did you mean '${meant}'?`;
      return { pointer: jsonPointer(key), message: `Unknown key '${key.slice(0, 80)}'.${hint}` };
    });
}

const withoutMode: EntryFault = {
  pointer: '',
  message:
    "The entry has no 'mode'. Specify the slug of the mode to test. To test an agent's own permissions, specify a 'profile' instead.",
};

/** @internal Reports values that do not have the form that their key requires. */
export function checkForms(entry: Entry, given: Readonly<Record<string, ValueForm>>): readonly EntryFault[] {
  return Object.entries(given)
    .filter(([key, [isRight]]) => entry[key] !== undefined && !isRight(entry[key]))
    .map(([key, [, expected]]) => ({ pointer: `/${key}`, message: `'${key}' must be ${expected}.` }));
}

/** @internal Reports an `expect` that is missing or is not one of the given outcomes. */
export function checkExpectation(
  { expect }: Entry,
  outcomes: readonly unknown[],
  words: string,
): readonly EntryFault[] {
  if (outcomes.includes(expect)) return [];
  if (expect === undefined) return [{ pointer: '', message: `The entry has no 'expect'. Use ${words}.` }];
  return [{ pointer: '/expect', message: `'expect' must be ${words}.` }];
}

function checkCall(entry: Entry): readonly EntryFault[] {
  const { tool, server, file, command, params } = entry;
  const faults: EntryFault[] = [];
  if (command !== undefined) return checkCommand(entry);
  if (tool === undefined && server === undefined)
    faults.push({
      pointer: '',
      message: "The entry does not specify a call. Add 'tool', 'server' with 'tool', or 'command'.",
    });
  if (params !== undefined && !isJsonObject(params))
    faults.push({ pointer: '/params', message: "'params' must be a mapping that contains the arguments of the call." });
  if (file !== undefined && params !== undefined)
    faults.push({
      pointer: '/file',
      message: "Use either 'file' or 'params', not both. The arguments in 'params' already specify the files.",
    });
  if (file !== undefined && server !== undefined)
    faults.push({
      pointer: '/file',
      message: "'file' applies only to the agent's own tools. For an MCP tool, put the arguments in 'params'.",
    });
  if (file === undefined || server !== undefined) return faults;
  for (const name of [tool].flat())
    if (typeof name === 'string' && findTool(name) !== undefined && findTool(name)?.paths === undefined)
      faults.push({
        pointer: '/file',
        message: `The tool '${name}' takes no file arguments, so 'file' has no effect. Remove 'file'.`,
      });
  return faults;
}

function checkCommand({ tool = 'execute_command', server, file, params }: Entry): readonly EntryFault[] {
  const others = Object.entries({ server, file, params }).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  return [
    ...(tool === 'execute_command'
      ? []
      : [{ pointer: '/tool', message: "'command' applies only to the tool 'execute_command'. Remove 'tool'." }]),
    ...others.map((key) => ({
      pointer: `/${key}`,
      message: `Use either '${key}' or 'command', not both. 'command' already specifies the whole call.`,
    })),
  ];
}

function checkCircumstances({ at, context, task }: Entry): readonly EntryFault[] {
  const faults: EntryFault[] = [];
  if (at !== undefined && readTime(at) === undefined)
    faults.push({ pointer: '/at', message: "'at' must be a time with a UTC offset, such as 2026-01-05T10:00:00Z." });
  if (context !== undefined && !contextSchema.safeParse(context).success)
    faults.push({
      pointer: '/context',
      message:
        "'context' can contain 'branch' (a string), 'ci' (true or false) and 'env' (a mapping whose values are strings).",
    });
  if (task !== undefined && !taskSchema.safeParse(task).success)
    faults.push({
      pointer: '/task',
      message: `'task' can contain 'state' (${conditionTaskStates.join(', ')}), 'depth' (a whole number) and 'parentMode' (a slug, or null if there is no parent).`,
    });
  return faults;
}

/**
 * Reads a time as epoch milliseconds; the time is a number, or ISO 8601 with an offset, so that it has the same meaning
 * on every machine.
 */
export function readTime(at: unknown): number | undefined {
  if (typeof at === 'number') return Number.isFinite(at) ? at : undefined;
  if (typeof at !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(at))
    return undefined;
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? undefined : ms;
}

const contextSchema = z.strictObject({
  branch: z.optional(z.string()),
  ci: z.optional(z.boolean()),
  // Unlike a record, this also checks the key `__proto__`.
  env: z.optional(z.custom((env) => isJsonObject(env) && Object.values(env).every(isTextOrNull))),
});

const taskSchema = z.strictObject({
  state: z.optional(z.enum(conditionTaskStates)),
  depth: z.optional(z.int().check(z.minimum(0))),
  parentMode: z.optional(z.nullable(z.string())),
});

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

/** True for a non-empty string. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** True for a non-empty string, or a non-empty list of such strings. */
function isTextOrTexts(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText));
}
