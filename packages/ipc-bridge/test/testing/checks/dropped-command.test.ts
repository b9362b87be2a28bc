import { rooCodeSettingsSchema, taskCommandSchema } from '@roo-code/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropReason } from '../../../src/testing/checks/dropped-command.ts';
import { arbitraryOfSchema, type OfficialSchema } from '../../support/arbitrary-of-schema.ts';

const officialSettings = rooCodeSettingsSchema as unknown as OfficialSchema;
const start = (configuration: unknown) => ({ configuration, text: 'Do it' });

describe('commands that an agent drops', () => {
  test('a task start is dropped for one invalid configuration value, as by official agents (servers part 2, simulate)', () => {
    expect(dropReason('StartNewTask', start({ mode: 5 }))).toMatch(/^data\.configuration\.mode: .*string/);
    expect(dropReason('StartNewTask', start({ apiProvider: 'nobody' }))).toMatch(/^data\.configuration\.apiProvider/);
    expect(dropReason('StartNewTask', start({ mode: 'code', mcpServers: { unknown: 'keys are left out' } }))).toBe(
      undefined,
    );
  });

  test.each([
    ['StartNewTask', { configuration: {} }],
    ['StartNewTask', { configuration: {}, text: 'a', images: [1] }],
    ['StartNewTask', { configuration: {}, text: 'a', newTab: 'yes' }],
    ['StartNewTask', undefined],
    ['ResumeTask', 1],
    ['SendMessage', 'text'],
    ['SendMessage', { text: 1 }],
    ['SendMessage', {}],
    ['DeleteQueuedMessage', undefined],
    ['CancelTask', undefined],
    ['GetModes', undefined],
  ] as const)('dropReason drops %s with %j exactly where the official schema refuses it', (commandName, data) => {
    const isTaken = taskCommandSchema.safeParse({ commandName, data }).success;
    expect(dropReason(commandName, data) === undefined).toBe(isTaken);
  });

  test.each([
    ['modeApiConfigs', '{"__proto__":7}'],
    ['modeApiConfigs', '{"__proto__":"id"}'],
    ['customSupportPrompts', '{"__proto__":["x"]}'],
    ['customModePrompts', '{"__proto__":{"description":7}}'],
    ['profileThresholds', '{"a":1,"__proto__":null}'],
    ['codebaseIndexModels', '{"openai":{"__proto__":{}}}'],
  ])(
    'dropReason treats %s with the value %s, whose key every object has, exactly as the official schema does',
    (key, value) => {
      const configuration = JSON.parse(`{"${key}":${value}}`) as object;
      const isTaken = rooCodeSettingsSchema.safeParse(configuration).success;
      expect(dropReason('StartNewTask', start(configuration)) === undefined).toBe(isTaken);
    },
  );

  test('dropReason accepts or drops each setting exactly as the official schema does', () => {
    const shape = officialSettings.shape ?? {};
    const values = Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, valuesFor(schema)]));
    const setting = fc
      .constantFrom(...Object.keys(values))
      .chain((key) => fc.tuple(fc.constant(key), values[key] ?? fc.constant(undefined)));
    fc.assert(
      fc.property(setting, ([key, value]) => {
        // As it comes over the wire.
        const configuration = JSON.parse(JSON.stringify({ [key]: value })) as object;
        const isTaken = rooCodeSettingsSchema.safeParse(configuration).success;
        expect(dropReason('StartNewTask', start(configuration)) === undefined).toBe(isTaken);
      }),
      { numRuns: 5000 },
    );
  });
});

/** Values that fit, values of which one part was replaced, and any. */
function valuesFor(schema: OfficialSchema): fc.Arbitrary<unknown> {
  const fitting = arbitraryOfSchema(schema);
  const spoilt = fc.tuple(fitting, fc.nat(), fc.jsonValue({ maxDepth: 1 })).map(([value, at, other]) => {
    const places = placesIn(value);
    const [holder, key] = places[at % Math.max(1, places.length)] ?? [];
    if (holder !== undefined && key !== undefined) (holder as Record<string, unknown>)[key] = other;
    return value;
  });
  return fc.oneof(fitting, spoilt, fc.jsonValue({ maxDepth: 2 }));
}

function placesIn(value: unknown): readonly (readonly [object, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [[value, key] as const, ...placesIn(item)]);
}
