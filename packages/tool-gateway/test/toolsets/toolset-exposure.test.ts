import type { JsonObject } from '@modegate/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annotatedDefinition } from '../../src/toolsets/toolset-exposure.ts';

const toolOf = (definition: JsonObject) => ({
  server: 'alpha',
  tool: 'echo',
  exposedName: 'alpha__echo',
  namespacedName: 'alpha.echo',
  refId: 'a1',
  definition,
});

const tip = { name: 'tip', note: 'Say it slowly.' };

describe('a definition with notes', () => {
  test('a definition has its notes after the description, and every other member unchanged', () => {
    const definition = {
      name: 'echo',
      description: 'Says it again.',
      inputSchema: { type: 'object' },
      _meta: { x: 1 },
    };
    expect(annotatedDefinition(toolOf(definition), [tip])).toEqual({
      ...definition,
      description: 'Says it again.\n\nNotes from the equipped toolset:\n- tip: Say it slowly.',
    });
    expect(definition.description).toBe('Says it again.');
  });

  test.each([undefined, '', 7])('the notes begin the description if it is %j', (description) => {
    const definition = { name: 'echo', ...(description === undefined ? {} : { description }) };
    expect(annotatedDefinition(toolOf(definition), [tip]).description).toBe(
      'Notes from the equipped toolset:\n- tip: Say it slowly.',
    );
  });

  test('a definition without notes is the original object', () => {
    const tool = toolOf({ name: 'echo' });
    expect(annotatedDefinition(tool, [])).toBe(tool.definition);
  });

  test('a definition with notes is the same however often it is made', () => {
    const note = fc.record({
      name: fc.stringMatching(/^[a-z0-9-]{2,50}$/),
      note: fc.string({ minLength: 1, maxLength: 500 }),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(note, { maxLength: 20 }), (description, notes) => {
        const tool = toolOf(Object.freeze({ name: 'echo', description }));
        const once = annotatedDefinition(tool, notes);
        expect(annotatedDefinition(tool, notes)).toEqual(once);
        expect(String(once.description).startsWith(description)).toBe(true);
        const lines = String(once.description).slice(description.length).split('\n');
        if (notes.length > 0) expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(notes.length);
      }),
    );
  });
});
