import { isJsonObject, type JsonObject } from '@modegate/json';
import { type ArgumentProblem, MAX_PROBLEMS, pathText, unknownKeyProblem } from './argument-problems.ts';

interface CheckedValue {
  readonly value: unknown;
  readonly schema: unknown;
  readonly path: readonly PropertyKey[];
}

/**
 * Detects, before any element is processed, arguments that contain more unknown names than a response can list, or a
 * list longer than allowed. Returns no problems if everything is within bounds.
 */
export function boundProblems(value: unknown, schema: JsonObject): readonly ArgumentProblem[] {
  return exceeded({ value, schema, path: [] });
}

function exceeded({ value, schema, path }: CheckedValue): readonly ArgumentProblem[] {
  if (!isJsonObject(schema)) return [];
  if (Array.isArray(value)) return listProblems(value, schema, path);
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return [];
  const { properties, additionalProperties } = schema;
  const unknown = additionalProperties === false ? unknownKeys(value, properties, path) : [];
  if (unknown.length > 0) return unknown;
  for (const [key, member] of Object.entries(properties)) {
    if (!Object.hasOwn(value, key)) continue;
    const problems = exceeded({ value: value[key], schema: member, path: [...path, key] });
    if (problems.length > 0) return problems;
  }
  return [];
}

/** If there are fewer unknown names, the schema handles them, because it also reports the other problems. */
function unknownKeys(value: JsonObject, properties: JsonObject, path: readonly PropertyKey[]) {
  const found: string[] = [];
  for (const key in value) {
    if (Object.hasOwn(properties, key)) continue;
    found.push(key);
    if (found.length < MAX_PROBLEMS) continue;
    const known = Object.keys(properties);
    return found.map((each) => unknownKeyProblem(each, { path, known }));
  }
  return [];
}

function listProblems(
  list: readonly unknown[],
  { maxItems, items }: JsonObject,
  path: readonly PropertyKey[],
): readonly ArgumentProblem[] {
  const most = typeof maxItems === 'number' ? maxItems : MAX_ITEMS;
  if (list.length > most)
    return [
      { path: pathText(path), expected: `at most ${most} elements`, received: `an array of length ${list.length}` },
    ];
  for (const [index, value] of list.entries()) {
    const problems = exceeded({ value, schema: items, path: [...path, index] });
    if (problems.length > 0) return problems;
  }
  return [];
}

/** Default limit for a schema that sets no limit. */
const MAX_ITEMS = 10_000;
