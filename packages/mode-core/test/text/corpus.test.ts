import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { resolvePointer } from '@modegate/json';
import { compilePolicy } from '@modegate/mode-core';
import type { LoadedMode } from '@modegate/mode-core/modes';
import { editModesText, parseModesText } from '@modegate/mode-core/text';
import { describe, expect, test } from 'vitest';

// Set MODEGATE_CORPUS to a folder of real mode files, or keep one beside the checkout, to run these.
const repositoryRoot = join(import.meta.dirname, '../../../..');
const corpus = process.env.MODEGATE_CORPUS ?? join(repositoryRoot, '../shared/corpus');
const entries = existsSync(corpus) ? readdirSync(corpus, { recursive: true, withFileTypes: true }) : [];
const files = entries
  .filter(
    (entry) => entry.isFile() && (basename(entry.parentPath) === 'roomodes' || /modes$|custom_modes/.test(entry.name)),
  )
  .map((entry) => join(entry.parentPath, entry.name));

// Of each file so many modes: every edit parses the file twice.
const sample = 3;

describe.skipIf(files.length === 0)(`real files in ${corpus} (absent: skipped)`, () => {
  const readings = files.map((name) => {
    const text = readFileSync(name, 'utf8');
    const source = basename(name).includes('custom_modes') ? ('global' as const) : ('project' as const);
    return { name, text, parsed: parseModesText(text, { source, file: name }) };
  });
  const readable = readings.filter(({ parsed }) => parsed.unreadable === undefined);
  const rawModes = (document: unknown) =>
    (document as { readonly customModes?: readonly Record<string, unknown>[] } | null)?.customModes ?? [];

  test('real files load without a crash and return modes or the reason, with a place for every problem', () => {
    for (const { name, text, parsed } of readings) {
      const lines = text.split('\n').length;
      for (const { line, column, message } of parsed.problems) {
        expect(line, `${name}: ${message}`).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(lines);
        expect(column).toBeGreaterThan(0);
      }
      if (parsed.unreadable !== undefined)
        expect(parsed.problems.some(({ severity }) => severity === 'error')).toBe(true);
      compilePolicy({ [parsed.source]: parsed });
    }
    expect(readable.length).toBeGreaterThan(readings.length / 2);
  });

  test('saving an unchanged mode leaves every byte of a real file', () => {
    for (const { name, text, parsed } of readable) {
      for (const { config, pointer } of parsed.modes.slice(0, sample)) {
        const raw = { ...(resolvePointer(parsed.document, pointer) as object), slug: config.slug };
        expect(editModesText(text, { kind: 'save', mode: raw }), name).toEqual({ text, changed: false });
      }
    }
  });

  test('saving one changed field of a real file changes only its line', () => {
    for (const { name, text, parsed } of readable) {
      const lines = text.split('\n');
      for (const { config } of parsed.modes.filter((mode) => !hasErrors(mode)).slice(0, sample)) {
        const edited = editModesText(text, { kind: 'save', mode: { ...config, name: "It's: new" } });
        const changed = edited.text.split('\n').filter((line, index) => line !== lines[index]);
        expect(changed.length, `${name} ${config.slug}`).toBe(1);
      }
    }
  });

  test('deleting a mode of a real file keeps the others and every comment line outside it', () => {
    for (const { name, text, parsed } of readable) {
      for (const { config } of parsed.modes.slice(0, sample)) {
        const edited = editModesText(text, { kind: 'delete', slug: config.slug });
        const left = rawModes(parseModesText(edited.text, { source: 'project' }).document);
        expect(left, name).toEqual(rawModes(parsed.document).filter(({ slug }) => slug !== config.slug));
        const kept = new Set(text.split('\n'));
        const foreign = edited.text.split('\n').filter((line) => !kept.has(line));
        expect(foreign.length, name).toBeLessThanOrEqual(2);
      }
    }
  });

  test('a new mode is placed after the others of a real file, whose lines are unchanged', () => {
    for (const { name, text } of readable) {
      const mode = { slug: 'brand-new', name: 'New', roleDefinition: 'Two\nlines', groups: ['read'] };
      const edited = editModesText(text, { kind: 'save', mode });
      const lines = edited.text.split('\n');
      for (const line of text.split('\n').slice(0, -4))
        expect(
          lines.some((candidate) => candidate.startsWith(line)),
          name,
        ).toBe(true);
      expect(rawModes(parseModesText(edited.text, { source: 'project' }).document).at(-1)).toEqual(mode);
    }
  });
});

function hasErrors({ config, invalid }: LoadedMode): boolean {
  const { problems } = compilePolicy({ project: [config], builtin: [] });
  return invalid !== undefined || problems.some(({ severity }) => severity === 'error');
}
