import { compilePolicy, decide, type ModeConfig } from '@modegate/mode-core';
import { editModesText, parseModesText } from '@modegate/mode-core/text';
import { restrictionTemplates } from '@modegate/policy-check';
import { findBypasses } from '@modegate/policy-check/permissions';
import { describe, expect, test } from 'vitest';

const find = (id: string): ModeConfig => {
  const template = restrictionTemplates.find((candidate) => candidate.id === id);
  if (template === undefined) throw new Error(`no template ${id}`);
  return template.mode;
};
const policyOf = (mode: ModeConfig) => compilePolicy({ project: [mode], builtin: [] });
const may = (id: string, tool: string, more: object = {}) =>
  decide(policyOf(find(id)), { mode: find(id).slug, tool, ...more }).allowed;
const writes = (id: string, path: string) => may(id, 'write_to_file', { params: { path } });

describe('restrictionTemplates', () => {
  test.each(restrictionTemplates.map((template) => [template.id, template] as const))(
    'the template %s loads without a problem, even from a file',
    (id, { mode }) => {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(policyOf(mode).problems).toEqual([]);
      const { text } = editModesText('', { kind: 'save', mode: { ...mode } });
      expect(parseModesText(text, { source: 'project' }).problems).toEqual([]);
    },
  );

  test('restrictionTemplates has each id and each slug once', () => {
    const ids = restrictionTemplates.map(({ id }) => id);
    const slugs = restrictionTemplates.map(({ mode }) => mode.slug);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test.each(['read-only-reviewer', 'docs-writer', 'test-writer'])(
    'the template %s has no way around its limits',
    (id) => {
      expect(findBypasses(policyOf(find(id)))).toEqual([]);
    },
  );

  test('the reviewer and operator templates change nothing', () => {
    for (const id of ['read-only-reviewer', 'production-safe', 'mcp-reader']) {
      expect([writes(id, 'docs/a.md'), may(id, 'execute_command')]).toEqual([false, false]);
    }
    const production = (tool: string) =>
      may('production-safe', 'use_mcp_tool', { mcp: { server: 'production', tool } });
    expect(['get_status', 'list_pods', 'deploy', 'delete_pod'].map(production)).toEqual([true, true, false, false]);
    expect(may('production-safe', 'use_mcp_tool', { mcp: { server: 'github', tool: 'get_status' } })).toBe(false);
  });

  test('the writer templates can write their intended files', () => {
    const cases = ['docs/a.md', 'README.md', 'docs/a.md.sh', 'evil/docs/a.md', '.roomodes', 'src/a.ts'];
    expect(cases.map((path) => writes('docs-writer', path))).toEqual([true, true, false, false, false, false]);
    const tests = [
      'test/a.ts',
      'packages/x/test/a.tsx',
      'src/a.test.ts',
      'a.spec.js',
      'src/a.ts',
      '.roomodes',
      '.roo/mcp.json',
      'test/.env',
    ];
    expect(tests.map((path) => writes('test-writer', path))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('the placeholders of a template are the servers that it names', () => {
    for (const {
      placeholders,
      mode: { mcpRestrictions },
    } of restrictionTemplates)
      for (const name of placeholders) expect(JSON.stringify(mcpRestrictions)).toContain(`"${name}"`);
  });
});
