import { isJsonObject, type JsonObject } from '@modegate/json';
import type { RecordedTool } from '../../../../../packages/agent-tools/src/index.ts';

/** The places of a tool's parameters, with their types, and those that a call cannot leave out. */
export type Places = Pick<RecordedTool, 'parameters' | 'required'>;

/** Reads the places from the JSON Schema of a tool's input. */
export function readPlaces(schema: unknown): Places {
  const found: Found = { types: new Map(), required: new Set(), definitions: definitionsOf(schema) };
  addMembers(found, '', schema);
  const types = [...found.types].map(([place, names]) => [place, [...names].toSorted().join('|')] as const);
  return { parameters: Object.fromEntries(sortByName(types)), required: [...found.required].toSorted() };
}

/** Entries in the order of their names, which is the same on every machine. */
export function sortByName<Value>(entries: readonly (readonly [string, Value])[]): (readonly [string, Value])[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

interface Found {
  readonly types: Map<string, Set<string>>;
  readonly required: Set<string>;
  readonly definitions: JsonObject;
}

function definitionsOf(schema: unknown): JsonObject {
  if (!isJsonObject(schema)) return {};
  return { ...asObject(schema.definitions), ...asObject(schema.$defs) };
}

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** The members of every form that an object may have. */
function addMembers(found: Found, at: string, schema: unknown): void {
  for (const form of formsOf(found, schema)) {
    const within = at === '' ? '' : `${at}.`;
    for (const [name, member] of Object.entries(asObject(form.properties))) addPlace(found, within + name, member);
    const required: readonly unknown[] = Array.isArray(form.required) ? form.required : [];
    for (const name of required) found.required.add(within + String(name));
  }
}

function addPlace(found: Found, place: string, schema: unknown): void {
  for (const form of formsOf(found, schema)) {
    if (isJsonObject(form.items) || form.items === true) addPlace(found, `${place}[]`, form.items);
    else if (isJsonObject(form.properties) && Object.keys(form.properties).length > 0) addMembers(found, place, form);
    else for (const type of typesOf(form)) found.types.set(place, (found.types.get(place) ?? new Set()).add(type));
  }
}

/** A schema itself, or each of those that it may be instead; references are followed to a depth that no tool needs. */
function formsOf(found: Found, schema: unknown, depth = 0): readonly JsonObject[] {
  if (!isJsonObject(schema) || depth > 8) return [{}];
  const next = (one: unknown) => formsOf(found, one, depth + 1);
  if (typeof schema.$ref === 'string') return next(found.definitions[schema.$ref.split('/').at(-1) ?? '']);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (!Array.isArray(choices)) return [schema];
  const own = schema.properties === undefined ? [] : [schema];
  return [...own, ...choices.flatMap(next)];
}

function typesOf({ type, enum: values, const: only }: JsonObject): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only];
  if (type === undefined) return listed.length === 0 ? ['any'] : listed.map((one) => typeof one);
  return (Array.isArray(type) ? type : [type]).map((one) => String(one).toLowerCase());
}
