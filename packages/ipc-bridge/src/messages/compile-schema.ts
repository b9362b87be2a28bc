import type * as z from 'zod';

/** Tests whether a JSON value matches a schema. */
export type Predicate = (value: unknown) => boolean;

/**
 * Compiles a schema into a predicate that allocates nothing, because it runs for every event in a flood, and parsing
 * would copy the value. For a schema of an unsupported type, the predicate falls back to parsing.
 */
export function compileSchema(schema: z.ZodType): Predicate {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  // A check such as `int()`, or a schema with added checks.
  if ('check' in def || (def.checks?.length ?? 0) > 0) return parsedBy(schema);
  switch (def.type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return (value) => Number.isFinite(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'undefined':
      return (value) => value === undefined;
    case 'unknown':
      return () => true;
    case 'literal':
      return isAmong(def.values);
    case 'enum':
      return isAmong(Object.values(def.entries));
    case 'optional':
      return either((value) => value === undefined, compile(def.innerType));
    case 'nullable':
      return either((value) => value === null, compile(def.innerType));
    case 'array':
      return list(compile(def.element));
    case 'tuple':
      return def.rest === null ? tuple(def.items.map(compile), neededItems(def.items)) : parsedBy(schema);
    case 'record':
      return def.keyType._zod.def.type === 'string' ? record(compile(def.valueType)) : parsedBy(schema);
    case 'object':
      return compileObject(def) ?? parsedBy(schema);
    case 'union':
      return def.options.map(compile).reduce(either);
    default:
      return parsedBy(schema);
  }
}

function compile(schema: z.core.SomeType): Predicate {
  return compileSchema(schema as z.ZodType);
}

function parsedBy(schema: z.ZodType): Predicate {
  return (value) => schema.safeParse(value).success;
}

function isAmong(values: readonly unknown[]): Predicate {
  const among = new Set(values);
  return (value) => among.has(value);
}

function either(one: Predicate, other: Predicate): Predicate {
  return (value) => one(value) || other(value);
}

function list(fits: Predicate): Predicate {
  return (value) => Array.isArray(value) && value.every(fits);
}

/** Returns the number of required items; optional items come last. */
function neededItems(items: readonly z.core.SomeType[]): number {
  return items.findLastIndex((item) => !mayBeAbsent(item)) + 1;
}

function mayBeAbsent(schema: z.core.SomeType): boolean {
  return schema._zod.optin !== undefined;
}

function tuple(items: readonly Predicate[], needed: number): Predicate {
  return (value) => {
    if (!Array.isArray(value) || value.length < needed || value.length > items.length) return false;
    for (let index = 0; index < value.length; index++) if (items[index]?.(value[index]) !== true) return false;
    return true;
  };
}

function record(fits: Predicate): Predicate {
  return (value) => {
    if (!isObject(value)) return false;
    for (const key in value) if (key !== '__proto__' && !fits(value[key])) return false;
    return true;
  };
}

function compileObject({ shape, catchall }: z.core.$ZodObjectDef): Predicate | undefined {
  const others = catchall?._zod.def.type ?? 'unknown';
  if (others !== 'never' && others !== 'unknown') return undefined;
  const members = new Map(Object.entries(shape).map(([key, type]) => [key, compile(type)]));
  const needed = Object.keys(shape).filter((key) => !mayBeAbsent(shape[key] as z.core.SomeType));
  const strict = others === 'never';
  return (value) => {
    if (!isObject(value)) return false;
    // Iterates over the object rather than the schema, because an object usually has few of the members that its schema
    // defines.
    for (const key in value) {
      const fits = members.get(key);
      if (fits === undefined ? strict : !fits(value[key])) return false;
    }
    for (const key of needed) if (value[key] === undefined) return false;
    return true;
  };
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
