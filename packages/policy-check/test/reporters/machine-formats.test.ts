import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '@modegate/policy-check';
import { type JsonReport, reporters, reportFormats } from '@modegate/policy-check/reporters';
import { parse } from 'junit2json';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readXml } from './support/read-xml.ts';
import { finding, hostile, known, resultOf, rule, sampleFindings, suppressed } from './support/sample-result.ts';
import { sarifShape } from './support/sarif-shape.ts';

const everything = [...sampleFindings, suppressed, known];
const troubled = resultOf(everything, { failures: [{ rule: rule('M051', 'regex-redos'), message: 'out of cheese' }] });
const unevaluated = ['There is no lock file.'];

describe.each(reportFormats)('the report format %s', (format) => {
  test('a report is a text of whole lines, identical each time', () => {
    const report = reporters[format](troubled, { unevaluated });
    expect(report).toMatch(/\n$/);
    expect(reporters[format](troubled, { unevaluated })).toBe(report);
  });

  test('a report names each open finding', () => {
    const report = reporters[format](troubled);
    for (const { rule: id } of sampleFindings) expect(report).toContain(id);
  });

  test('a report accepts an empty result', () => {
    expect(() => reporters[format](resultOf([], { rules: [] }))).not.toThrow();
  });
});

test.each(reportFormats.filter((format) => !['jsonl', 'gitlab'].includes(format)))(
  'the format %s reports a failed rule and what was not evaluated',
  (format) => {
    const report = reporters[format](resultOf([], { failures: troubled.failures }), { unevaluated });
    expect(report).toContain('out of cheese');
    expect(report).toContain('no lock file');
  },
);

// The schema of the standard, as a package for tests carries it.
const sarifSchema = join(
  import.meta.dirname,
  '../../../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
);

describe('SARIF 2.1.0', () => {
  const context = { unevaluated, hasBaseline: true, version: '1.2.3' };
  const read = (text: string) => sarifShape.parse(JSON.parse(text)).runs[0];
  const windows = finding({ location: { ...hostile.location, file: 'C:\\My Project\\.roomodes' } });
  const outside = finding({ location: { ...hostile.location, file: '/home/a b/mcp.json' } });
  const all = resultOf([...everything, windows, outside], { failures: troubled.failures });

  test('a SARIF report has the shape of the standard: all required properties and no unknown ones', () => {
    expect(() => read(reporters.sarif(all, context))).not.toThrow();
    expect(() => read(reporters.sarif(resultOf([])))).not.toThrow();
    expect(() => read(reporters.sarif(resultOf([], { rules })))).not.toThrow();
  });

  test('a SARIF report passes the published schema', () => {
    const schema = z.fromJSONSchema(readSchema(sarifSchema));
    for (const text of [
      reporters.sarif(all, context),
      reporters.sarif(resultOf([])),
      reporters.sarif(resultOf([], { rules })),
    ])
      expect(schema.safeParse(JSON.parse(text)).error).toBeUndefined();
    expect(schema.safeParse({ version: '2.1.0', runs: [{ tool: {} }] }).success).toBe(false);
  });

  test('a SARIF report contains for each result its rule and a fingerprint', () => {
    const run = read(reporters.sarif(all, context));
    for (const result of run?.results ?? []) {
      expect(run?.tool.driver.rules[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
      expect(result.partialFingerprints).toEqual({ 'modegate/v1': expect.stringMatching(/^[0-9a-f]{16}$/) });
    }
  });

  test('a SARIF report keeps suppressed findings and distinguishes those of the baseline from those of a comment', () => {
    const results = read(reporters.sarif(all, context))?.results ?? [];
    expect(results.map(({ suppressions, baselineState }) => [suppressions?.[0]?.kind, baselineState])).toEqual([
      [undefined, 'new'],
      [undefined, 'new'],
      [undefined, 'new'],
      ['inSource', 'new'],
      ['external', 'unchanged'],
      [undefined, 'new'],
      [undefined, 'new'],
    ]);
    expect(read(reporters.sarif(all))?.results[0]).not.toHaveProperty('baselineState');
  });

  test('a SARIF report writes project paths relative to its base, and others as URIs', () => {
    const files = read(reporters.sarif(all))?.results.map(
      ({ locations }) => locations[0]?.physicalLocation.artifactLocation,
    );
    expect(files?.[0]).toEqual({ uri: '.roomodes', uriBaseId: '%SRCROOT%' });
    expect(files?.at(-2)).toEqual({ uri: 'file:///C:/My%20Project/.roomodes' });
    expect(files?.at(-1)).toEqual({ uri: 'file:///home/a%20b/mcp.json' });
  });

  test('a SARIF report says that the run failed if a rule failed', () => {
    const invocation = read(reporters.sarif(all, context))?.invocations[0];
    expect(invocation?.executionSuccessful).toBe(false);
    expect(invocation?.toolExecutionNotifications).toHaveLength(2);
    expect(read(reporters.sarif(resultOf(everything)))?.invocations[0]).toEqual({ executionSuccessful: true });
  });

  test('a SARIF report points at related places and offers fixes', () => {
    const [fixed, conflict] = read(reporters.sarif(all))?.results ?? [];
    expect(fixed?.fixes?.[0]?.artifactChanges[0]?.replacements).toEqual([
      { deletedRegion: { charOffset: 112, charLength: 11 }, insertedContent: { text: 'allowedTools' } },
    ]);
    expect(conflict?.relatedLocations?.[0]?.physicalLocation.region.startColumn).toBe(41);
  });
});

describe('JUnit', () => {
  const cases = (text: string) => readXml(text).children.flatMap(({ children }) => children);

  test('a JUnit report is well-formed whatever a file contains, and its counts are right', () => {
    const root = readXml(reporters.junit(troubled, { files: ['.roomodes', 'clean.json'], unevaluated }));
    expect(root.name).toBe('testsuites');
    expect(root.attributes).toMatchObject({ tests: '8', failures: '1', errors: '2', skipped: '2' });
    for (const suite of root.children) {
      const count = (name: string) =>
        String(suite.children.filter((one) => one.children.some((child) => child.name === name)).length);
      expect(suite.attributes).toMatchObject({
        tests: String(suite.children.length),
        failures: count('failure'),
        errors: count('error'),
        skipped: count('skipped'),
      });
      for (const one of suite.children) {
        expect(one.name).toBe('testcase');
        expect(one.attributes).toEqual({ name: expect.any(String), classname: expect.any(String) });
      }
    }
  });

  test('an independent parser reads a JUnit report', async () => {
    const read = await parse(reporters.junit(troubled, { files: ['.roomodes', 'clean.json'], unevaluated }));
    expect(read).toMatchObject({ tests: 8, failures: 1, errors: 2 });
    const suites = read !== null && read !== undefined && 'testsuite' in read ? (read.testsuite ?? []) : [];
    expect(suites.map(({ tests }) => tests)).toEqual(suites.map(({ testcase }) => testcase?.length));
  });

  test('a JUnit report keeps the message, except for invisible characters and those XML cannot express', () => {
    const [one] = cases(reporters.junit(resultOf([hostile]), { failOn: 'info' }));
    const [failure] = one?.children ?? [];
    expect(failure?.attributes.message).toBe(
      'Bad \\u001b[31mname\\u0000 ]]> <script>"&\' %0A::error::x\r\n| `a` @team \\u202e 😀 \uFFFD',
    );
  });

  test.each([
    ['error', ['failure']],
    ['warning', ['failure', 'failure']],
    ['never', []],
  ] as const)('a JUnit report has failures from severity %s on', (failOn, expected) => {
    const found = cases(reporters.junit(resultOf(sampleFindings), { failOn })).flatMap(({ children }) => children);
    expect(found.map(({ name }) => name).filter((name) => name === 'failure')).toEqual(expected);
  });
});

describe('GitHub annotations', () => {
  test('GitHub annotations are one command per line, with everything escaped that would end it', () => {
    const lines = reporters
      .github(resultOf([hostile]))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^::notice file=a%2C b%3Ac\|.*%25\.json,line=1,endLine=3,title=M060 secret-in-config::Bad /,
    );
    expect(lines[0]).toContain('%250A::error::x%0D%0A|');
  });

  test('GitHub annotations have columns on one line, including the last column', () => {
    expect(reporters.github(resultOf([finding()]))).toContain('line=6,endLine=6,col=5,endColumn=15,');
  });

  test('GitHub annotations stop at ten of a kind and say how many are left', () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      finding({ severity: index < 12 ? 'error' : 'warning', fingerprint: String(index).padStart(16, '0') }),
    );
    const lines = reporters.github(resultOf(many)).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(10);
    expect(lines.at(-1)).toMatch(/^::notice::5 more/);
  });
});

describe('GitLab Code Quality', () => {
  const shape = z.array(
    z.object({
      description: z.string().min(1),
      check_name: z.string().min(1),
      fingerprint: z.string().min(1),
      severity: z.enum(['info', 'minor', 'major', 'critical', 'blocker']),
      location: z.object({
        path: z.string().regex(/^(?!\.\/)/),
        lines: z.object({ begin: z.int().min(1), end: z.int().min(1) }),
      }),
    }),
  );

  test('a GitLab report has the documented form and different fingerprints', () => {
    const issues = shape.parse(JSON.parse(reporters.gitlab(resultOf(everything))));
    expect(issues).toHaveLength(3);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(3);
    expect(issues.map(({ severity }) => severity)).toEqual(['major', 'critical', 'info']);
  });

  test('a GitLab report is an empty list if nothing was found', () => {
    expect(reporters.gitlab(resultOf([suppressed]))).toBe('[]\n');
  });
});

describe('JSON', () => {
  test('a JSON report has a version and the unchanged findings', () => {
    const report = JSON.parse(reporters.json(troubled, { version: '1.2.3', unevaluated })) as JsonReport;
    expect(report).toMatchObject({
      version: 1,
      tool: { name: 'modegate', version: '1.2.3' },
      counts: troubled.counts,
      files: ['.roomodes', hostile.location.file],
      failures: [{ rule: 'M051', message: 'out of cheese' }],
      unevaluated,
    });
    expect(report.findings).toMatchObject(everything.map((one) => ({ ...one, message: one.message })));
    expect(report.findings.map(({ isFailing }) => isFailing)).toEqual([false, true, false, false, false]);
  });

  test('JSON lines have one finding each', () => {
    const lines = reporters.jsonl(troubled).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).rule)).toEqual(everything.map((one) => one.rule));
    expect(reporters.jsonl(resultOf([]))).toBe('');
  });
});

describe('the report with one line per finding', () => {
  test('each line has the form that editors and grep understand', () => {
    const [first] = reporters.concise(resultOf(sampleFindings)).split('\n');
    expect(first).toBe(
      ".roomodes:6:5: warning M003 unknown-key: The key 'allowedTool' has no meaning. Did you mean 'allowedTools'?",
    );
  });

  test('the report says in one line that nothing was found', () => {
    expect(reporters.concise(resultOf([suppressed]), { files: ['a', 'b'] })).toBe(
      'No findings in 2 files (1 suppressed)\n',
    );
    expect(reporters.concise(resultOf([]), { unevaluated: ['The lock is gone.'] })).toBe(
      'Not evaluated: The lock is gone.\nNo findings, but the check is incomplete\n',
    );
  });
});

describe('Markdown', () => {
  test('text of others cannot break out of the Markdown table', () => {
    const report = reporters.markdown(resultOf([hostile]));
    const [row] = report.split('\n').filter((line) => line.startsWith('| info'));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(5);
    expect(report).not.toMatch(/<script|@team|(?!\n)\p{Cc}|\u202e/u);
  });

  test('a Markdown report fits into a comment', () => {
    const many = Array.from({ length: 2_000 }, () => finding());
    const report = reporters.markdown(resultOf(many));
    expect(report.length).toBeLessThan(65_536);
    expect(report).toMatch(/The full report contains \d+ more\./);
  });

  test('a Markdown report says that nothing was found', () => {
    expect(reporters.markdown(resultOf([suppressed]))).toBe('### Modegate: no findings (1 suppressed)\n');
  });
});

/** zod takes a reference for an absolute URI; the shape above looks at them. */
function readSchema(file: string): Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean> {
  return JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    key === 'format' && value === 'uri-reference' ? undefined : value,
  );
}
