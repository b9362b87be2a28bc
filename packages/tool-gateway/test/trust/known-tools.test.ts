import type { JsonObject } from '@modegate/json';
import { describe, expect, test } from 'vitest';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import type { UpstreamTool } from '../../src/catalogue/upstream-tool.ts';
import { describeChange, judgeKnownTool, judgePin, type KnownTools, pinOf } from '../../src/trust/known-tools.ts';

const definition = { name: 'echo', title: 'Echo', description: 'Says it again', inputSchema: { type: 'object' } };

const define = (changes: JsonObject = {}): UpstreamTool => {
  const [tool] = createCatalogue([{ name: 'alpha', tools: [{ ...definition, ...changes }] }]).tools;
  if (tool === undefined) throw new Error('The definition was not accepted.');
  return tool;
};

const firstSeenAt = Date.UTC(2026, 10, 20);
const pin = pinOf(define(), { firstSeenAt, approvedAt: undefined });

describe('an unchanged tool', () => {
  test.each([
    ['allow', 'flag'],
    ['deny', 'withhold'],
    ['ask', 'withhold'],
  ] as const)('an unchanged tool is served with newTools %s and changedTools %s', (newTools, changedTools) => {
    expect(judgePin(pin, define(), { newTools, changedTools })).toEqual({ kind: 'served' });
  });
});

describe('a tool never seen before', () => {
  const why = 'alpha.echo has not been seen in this project before and is not approved yet.';

  test.each([
    ['allow', { kind: 'served' }],
    ['deny', { kind: 'withheld', cause: 'new', why }],
    ['ask', { kind: 'ask', cause: 'new', why }],
  ] as const)('a new tool is judged by newTools %s', (newTools, verdict) => {
    expect(judgePin(undefined, define(), { newTools, changedTools: 'withhold' })).toEqual(verdict);
  });
});

describe('a tool that has changed', () => {
  const changed = define({ description: 'Says it again, and to others' });
  const why = 'alpha.echo differs from the tool that was first seen on 2026-11-20: description changed.';

  test.each([
    ['flag', 'served-flagged'],
    ['withhold', 'withheld'],
  ] as const)('a changed tool is judged by changedTools %s, whatever newTools says', (changedTools, kind) => {
    for (const newTools of ['allow', 'deny', 'ask'] as const)
      expect(judgePin(pin, changed, { newTools, changedTools })).toEqual({ kind, cause: 'changed', why });
  });

  test.each<[JsonObject, string]>([
    [{ description: 'x' }, 'description changed'],
    [{ description: undefined }, 'description was removed'],
    [{ annotations: { readOnlyHint: true } }, 'annotations was added'],
    [{ title: 'x', inputSchema: { type: 'object', required: ['a'] } }, 'title changed and inputSchema changed'],
    [
      { title: undefined, description: 'x', outputSchema: { type: 'object' } },
      'title was removed, description changed and outputSchema was added',
    ],
  ])('a changed tool is described by what changed: %j', (changes, expected) => {
    expect(describeChange(pin, define(changes))).toMatch(new RegExp(`: ${expected}\\.$`));
  });

  test('a changed tool is described as far as the pin allows', () => {
    const bare = { refId: 'x', firstSeenAt: undefined, approvedAt: undefined, parts: {}, definition: undefined };
    expect(describeChange(bare, changed)).toBe(
      'alpha.echo differs from the tool that was first seen before: its definition is different.',
    );
    const approved = pinOf(define(), { firstSeenAt, approvedAt: Date.UTC(2026, 11, 1) });
    expect(describeChange(approved, changed)).toContain('approved on 2026-12-01');
  });
});

describe('unknown history of tools', () => {
  const known: KnownTools = { state: 'unreadable', file: '/known-tools.json', problem: 'It is not valid JSON.' };

  test.each([
    ['allow', 'flag', 'served-flagged'],
    ['allow', 'withhold', 'withheld'],
    ['deny', 'flag', 'withheld'],
    ['deny', 'withhold', 'withheld'],
    ['ask', 'flag', 'ask'],
    ['ask', 'withhold', 'withheld'],
  ] as const)(
    'with an unreadable history, newTools %s and changedTools %s result in %s',
    (newTools, changedTools, kind) => {
      expect(judgeKnownTool(known, define(), { newTools, changedTools })).toEqual({
        kind,
        cause: 'unreadable',
        why: 'Cannot tell whether alpha.echo is the tool that was seen before: It is not valid JSON.',
      });
    },
  );
});
