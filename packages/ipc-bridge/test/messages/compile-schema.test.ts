import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { compileSchema } from '../../src/messages/compile-schema.ts';
import { eventPayloads } from '../../src/messages/event-payloads.ts';

/** JSON values out of the words of the schemas, so that they often almost fit. */
const words = `taskId action created message ts type ask say text partial images followup requestId success errorCode
  errorMessage slug name source project payload commandName isSubtask totalTokensIn totalTokensOut totalCost contextTokens
  __proto__ constructor x`.split(/\s+/);
const leaf = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(0, 1, -1.5, Number.POSITIVE_INFINITY),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...words), tie('value')), { maxLength: 6 }).map(fromJson),
  ),
})).value;

// As JSON.parse makes it, a member called __proto__ included.
function fromJson(entries: readonly (readonly [string, unknown])[]): unknown {
  const object = {};
  for (const [key, item] of entries) {
    Object.defineProperty(object, key, { value: item, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

describe('a compiled schema', () => {
  test.each(Object.entries(eventPayloads))('%s takes what the schema takes', (_name, schema) => {
    const fits = compileSchema(schema);
    fc.assert(
      fc.property(fc.oneof(value, fc.array(value, { maxLength: 4 })), (payload) => {
        expect(fits(payload)).toBe(schema.safeParse(payload).success);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['a text with a check', z.string().min(2)],
    ['a number with a check', z.number().min(0)],
    ['a whole number', z.int()],
    ['a list with a check', z.array(z.unknown()).min(1)],
    ['a tuple with a rest', z.tuple([z.string()], z.number())],
    ['a tuple with an end that may be absent', z.tuple([z.string(), z.number().optional(), z.unknown()])],
    ['a record with few keys', z.record(z.enum(['text', 'name']), z.string())],
    ['a record of all', z.record(z.string(), z.union([z.literal([1, 'x']), z.null()]))],
    ['an object that strips', z.object({ text: z.string(), name: z.unknown() })],
    ['an object with checked others', z.object({ text: z.string() }).catchall(z.number())],
    ['a loose object', z.looseObject({ text: z.string().nullish() })],
    ['one that is refined', z.string().refine((text) => text.length > 4)],
    ['nothing', z.never()],
  ])('%s takes what the schema takes', (_what, schema) => {
    const fits = compileSchema(schema);
    fc.assert(
      fc.property(value, (item) => {
        expect(fits(item)).toBe(schema.safeParse(item).success);
      }),
      { numRuns: 2000 },
    );
  });
});
