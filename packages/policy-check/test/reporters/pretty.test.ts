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
  test('shows each finding with the lines it is about', async () => {
    const report = reporters.pretty(resultOf([...sampleFindings, suppressed]), {
      sourceText,
      files: ['.roomodes', 'a'],
    });
    await expect(report).toMatchFileSnapshot(golden('findings'));
  });

  test('says that nothing was found, and where', async () => {
    await expect(reporters.pretty(resultOf([known]), { files: ['.roomodes'] })).toMatchFileSnapshot(golden('clean'));
  });

  test('never looks clean when the check did not work', async () => {
    const result = resultOf([], { failures: [{ rule: rule('M051', 'regex-redos'), message: 'out of cheese' }] });
    const context: ReportContext = { unevaluated: ['There is no lock file, so tools are not known.'] };
    await expect(reporters.pretty(result, context)).toMatchFileSnapshot(golden('troubles'));
  });

  test('shows a window of a line that is too long', async () => {
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
  ])('takes a place %s', (_what, place) => {
    const one = finding({ location: { file: '.roomodes', pointer: '', ...place } });
    expect(reporters.pretty(resultOf([one]), { sourceText })).toContain('.roomodes:');
  });

  test('marks the place though a byte order mark, tabs and control characters stand before it', () => {
    const one = finding({ location: { file: 'a', pointer: '', line: 1, column: 4, endLine: 1, endColumn: 5 } });
    const report = reporters.pretty(resultOf([one]), { sourceText: () => '\uFEFF\t\u001b\u202eZ' });
    expect(report).toContain(' > 1 |  \uFFFD\uFFFDZ\n');
    expect(report).toContain('\n      |    ^\n');
  });

  test('passes no control character of a file on to the terminal', () => {
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

  test('colours through the given function only', () => {
    const report = reporters.pretty(resultOf(sampleFindings), { styled: (style, text) => `<${style}>${text}</>` });
    expect(report).toContain('<error>error M024</>');
    expect(reporters.pretty(resultOf(sampleFindings))).not.toContain('\u001b');
  });
});
