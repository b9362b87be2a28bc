import { type ReportContext, reporters } from '@modegate/policy-check/reporters';
import { describe, expect, test } from 'vitest';
import {
  finding,
  hostile,
  known,
  modesText,
  resultOf,
  rule,
  sampleFindings,
  suppressed,
} from './support/sample-result.ts';

const sourceText = (file: string) => (file === '.roomodes' ? modesText : undefined);
const golden = (name: string) => `./golden/${name}.txt`;

describe('the report for people', () => {
  test('the pretty report shows each finding with its lines', async () => {
    const report = reporters.pretty(resultOf([...sampleFindings, suppressed]), {
      sourceText,
      files: ['.roomodes', 'a'],
    });
    await expect(report).toMatchFileSnapshot(golden('findings'));
  });

  test('the pretty report says that nothing was found, and where', async () => {
    await expect(reporters.pretty(resultOf([known]), { files: ['.roomodes'] })).toMatchFileSnapshot(golden('clean'));
  });

  test('the pretty report never looks clean if the check did not work', async () => {
    const result = resultOf([], { failures: [{ rule: rule('M051', 'regex-redos'), message: 'out of cheese' }] });
    const context: ReportContext = { unevaluated: ['There is no lock file, so tools are not known.'] };
    await expect(reporters.pretty(result, context)).toMatchFileSnapshot(golden('troubles'));
  });

  test('the pretty report shows a section of a line that is too long', async () => {
    const text = `${'x'.repeat(500)}HERE${'y'.repeat(500)}\n`;
    const place = { line: 1, column: 501, endLine: 1, endColumn: 505 };
    const report = reporters.pretty(resultOf([finding({ location: { file: 'a', pointer: '', ...place } })]), {
      sourceText: () => text,
    });
    const lines = report.split('\n');
    const code = lines.find((line) => line.includes('HERE')) ?? '';
    const mark = lines[lines.indexOf(code) + 1] ?? '';
    expect(code.length).toBeLessThan(200);
    expect(code.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe('HERE');
  });

  test.each([
    ['beyond the text', { line: 99, column: 1, endLine: 99, endColumn: 2 }],
    ['beyond the line', { line: 1, column: 500, endLine: 1, endColumn: 501 }],
    ['over several lines', { line: 1, column: 3, endLine: 4, endColumn: 2 }],
    ['of no width', { line: 1, column: 1, endLine: 1, endColumn: 1 }],
  ])('the pretty report accepts a place %s', (_what, place) => {
    const one = finding({ location: { file: '.roomodes', pointer: '', ...place } });
    expect(reporters.pretty(resultOf([one]), { sourceText })).toContain('.roomodes:');
  });

  test('the pretty report marks the place correctly after a byte order mark, tabs and control characters', () => {
    const one = finding({ location: { file: 'a', pointer: '', line: 1, column: 4, endLine: 1, endColumn: 5 } });
    const report = reporters.pretty(resultOf([one]), { sourceText: () => '\uFEFF\t\u001b\u202eZ' });
    expect(report).toContain(' > 1 |  \uFFFD\uFFFDZ\n');
    expect(report).toContain('\n      |    ^\n');
  });

  test('the pretty report passes no control character of a file to the terminal', () => {
    const text = hostile.message;
    const one = {
      ...hostile,
      fix: { description: text, edits: [], isSafe: false },
      related: [{ message: text, location: hostile.location }],
    };
    const report = reporters.pretty(resultOf([one], { failures: [{ rule: rule('M001', 'a'), message: text }] }), {
      sourceText: () => text,
      unevaluated: [text],
    });
    expect(report.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('the pretty report uses colour only through the given function', () => {
    const report = reporters.pretty(resultOf(sampleFindings), { styled: (style, text) => `<${style}>${text}</>` });
    expect(report).toContain('<error>error M024</>');
    expect(reporters.pretty(resultOf(sampleFindings))).not.toContain('\u001b');
  });
});
