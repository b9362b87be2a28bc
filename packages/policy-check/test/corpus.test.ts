import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseModesText } from '@modegate/mode-core/text';
import { applyFixes, check, createWorkspace, type Finding } from '@modegate/policy-check';
import { compileProject } from '@modegate/project';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace, placeOf } from './support/example-workspace.ts';

// Set MODEGATE_CORPUS to a folder of real configuration files, or keep one beside the checkout, to run these.
const corpus = process.env.MODEGATE_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpus');
const entries = existsSync(corpus) ? readdirSync(corpus, { recursive: true, withFileTypes: true }) : [];
const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
const modeFiles = paths.filter((path) => /roomodes|kilocodemodes|zoomodes|custom_modes/.test(path));
const serverFiles = paths.filter((path) => basename(join(path, '..')) === 'mcp');

const checkModes = (file: string, text: string): readonly Finding[] =>
  runCheck(createWorkspace({ project: compileProject({ modes: [placeOf(file, text)], servers: [] }) }));

describe.skipIf(paths.length === 0)(`real files in ${corpus} (absent: skipped)`, () => {
  test('every real file is checked without a crash, whatever its kind', () => {
    for (const path of paths) checkModes(path, readFileSync(path, 'utf8'));
    for (const path of serverFiles) runCheck(exampleWorkspace({ 'mcp.json': readFileSync(path, 'utf8') }));
  });

  test('every finding in a real file has a place in that file', () => {
    for (const path of modeFiles) {
      const text = readFileSync(path, 'utf8');
      const lines = text.split('\n');
      for (const { location, message } of checkModes(path, text)) {
        const { line, column, endLine, endColumn } = location;
        expect(line, `${path}: ${message}`).toBeGreaterThan(0);
        expect(endLine).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        expect(endColumn).toBeLessThanOrEqual((lines[endLine - 1]?.length ?? 0) + 1);
        expect(line < endLine || column <= endColumn).toBe(true);
      }
    }
  });

  test('each fix to a real file removes its finding and leaves the other modes unchanged', () => {
    let fixes = 0;
    for (const path of modeFiles) {
      const text = readFileSync(path, 'utf8');
      const before = checkModes(path, text);
      for (const finding of spread(before.filter(({ fix }) => fix !== undefined))) {
        const after = applyFixes({ [path]: text }, [finding], { isUnsafeAllowed: true }).files[path] ?? '';
        const left = checkModes(path, after);
        expect(countOf(left, finding), `${path}: ${finding.message}`).toBeLessThan(countOf(before, finding));
        if (finding.fix?.isSafe === true) expectOthersKept(text, after, finding.mode);
        fixes++;
      }
    }
    expect(fixes).toBeGreaterThan(0);
  }, 60_000);

  test('all safe fixes together leave a real file readable and can be repeated until none is left', () => {
    for (const path of modeFiles) {
      let text = readFileSync(path, 'utf8');
      const slugs = parseModesText(text, { source: 'project' }).modes.map(({ config }) => config.slug);
      for (let round = 0; round < 5 && safeFixes(path, text).length > 0; round++)
        text = applyFixes({ [path]: text }, safeFixes(path, text)).files[path] ?? '';
      expect(safeFixes(path, text)).toEqual([]);
      expect(parseModesText(text, { source: 'project' }).modes.map(({ config }) => config.slug)).toEqual(slugs);
    }
  }, 60_000);
});

function safeFixes(path: string, text: string): readonly Finding[] {
  return checkModes(path, text).filter(({ fix }) => fix?.isSafe === true);
}

function runCheck(workspace: ReturnType<typeof createWorkspace>): readonly Finding[] {
  const result = check(workspace, { preset: 'audit' });
  expect(result.failures).toEqual([]);
  return result.findings;
}

/** How many findings of a file have their fix tried. */
const sample = 4;

/** Of many findings a few from all over the file: each one means parsing the file twice. */
function spread(findings: readonly Finding[]): readonly Finding[] {
  const step = Math.max(1, Math.floor(findings.length / sample));
  return findings.filter((_, index) => index % step === 0);
}

function countOf(findings: readonly Finding[], { rule }: Finding): number {
  return findings.filter((finding) => finding.rule === rule).length;
}

function expectOthersKept(before: string, after: string, changed: string | undefined): void {
  const others = (text: string) =>
    parseModesText(text, { source: 'project' })
      .modes.map(({ config }) => config)
      .filter(({ slug }) => slug !== changed);
  expect(others(after)).toEqual(others(before));
}
