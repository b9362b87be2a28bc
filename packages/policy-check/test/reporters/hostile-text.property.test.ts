import type { Finding } from '@modegate/policy-check';
import { reporters, reportFormats } from '@modegate/policy-check/reporters';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readXml } from './support/read-xml.ts';
import { finding, resultOf, rule } from './support/sample-result.ts';
import { sarifShape } from './support/sarif-shape.ts';

const special = fc.constantFrom(
  '\0',
  '\u001b[31m',
  '\u202e',
  '\ud800',
  ']]>',
  '</a>',
  '&amp;',
  '|',
  '`',
  '%0A',
  '::error::',
  '##[error]',
  '##vso[task.complete]',
  '\u009b2J',
  '\u{e0041}',
  '\r\n',
  '\u2028',
  '"',
  '\\',
  '@',
);
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), special), { minLength: 1, maxLength: 6 })
  .map((parts) => `a${parts.join('')}`);

const findings: fc.Arbitrary<readonly Finding[]> = fc.array(
  fc
    .record({ message: text, file: text, fix: text, reason: fc.option(text, { nil: undefined }) })
    .map(({ message, file, fix, reason }) =>
      finding({
        message,
        location: { file, pointer: `/${file}`, line: 1, column: 1, endLine: 1, endColumn: 2 },
        related: [{ message: fix, location: { file, pointer: '', line: 1, column: 1, endLine: 2, endColumn: 1 } }],
        fix: { description: fix, edits: [{ file, start: 0, end: 1, text: fix }], isSafe: false },
        ...(reason === undefined ? {} : { suppressed: { reason } }),
      }),
    ),
  { maxLength: 4 },
);

test('every report format stays well-formed, whatever the files contain', () => {
  fc.assert(
    fc.property(findings, text, (list, source) => {
      const result = resultOf(list, { failures: [{ rule: rule('M001', 'parse-error'), message: source }] });
      const context = { sourceText: () => source, unevaluated: [source], failOn: 'info' as const };
      const reports = Object.fromEntries(reportFormats.map((format) => [format, reporters[format](result, context)]));
      const open = list.filter(({ suppressed }) => suppressed === undefined).length;
      const lines = (format: string) => (reports[format] ?? '').split('\n').length - 1;

      // security L4: none of them is obeyed by a terminal or a CI runner.
      for (const [format, report] of Object.entries(reports)) {
        expect(report.replaceAll(/[\n\t]/g, ''), format).not.toMatch(hidden);
        if (format === 'github') continue;
        expect(report, format).not.toMatch(/^[^\S\n]*::|##\w*\[/m);
      }
      expect(lines('concise')).toBe(open + 3);
      expect(lines('github')).toBe(open + 2);
      expect(lines('jsonl')).toBe(list.length);
      expect(JSON.parse(reports.gitlab ?? '')).toHaveLength(open);
      expect(sarifShape.parse(JSON.parse(reports.sarif ?? '')).runs[0]?.results).toHaveLength(list.length);
      expect(readXml(reports.junit ?? '').attributes).toMatchObject({ failures: String(open), errors: '2' });
    }),
    { numRuns: 300 },
  );
});

/** What moves a cursor, changes a colour or cannot be seen; but for the word joiner that keeps a name from being a mention. */
const hidden = /(?!\u2060)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
