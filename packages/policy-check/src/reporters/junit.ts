import type { CheckResult } from '../check/check.ts';
import type { Finding, RuleId } from '../source/finding.ts';
import type { Rule } from '../workspace/rule.ts';
import { escapeHidden } from './escape-controls.ts';
import { describePosition, isFailing, type ReportContext, type Reporter, rulesById } from './report-context.ts';

/**
 * Writes JUnit XML with one suite per file and one test case per finding: a finding that fails the check is a failure,
 * any other finding is a passed test with output, and a suppressed finding is skipped. A file without findings has one
 * passed test.
 */
export const junitReporter: Reporter = (result, context = {}) => {
  const files = [...new Set([...(context.files ?? []), ...result.findings.map(({ location }) => location.file)])];
  const rules = rulesById(result);
  const suites = files.map((file) => {
    const findings = result.findings.filter(({ location }) => location.file === file);
    const cases =
      findings.length === 0 ? [cleanCase(file)] : findings.map((finding) => toCase(finding, rules, context));
    return toSuite(file, cases);
  });
  const all = [...suites, ...troubles(result, context)];
  const total = (key: keyof Counts) => all.reduce((sum, { counts }) => sum + counts[key], 0);
  const attributes = `tests="${total('tests')}" failures="${total('failures')}" errors="${total('errors')}" skipped="${total('skipped')}"`;
  const body = all.map(({ text }) => text).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="modegate" ${attributes}>\n${body}</testsuites>\n`;
};

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface Case {
  readonly outcome: 'passed' | 'failures' | 'errors' | 'skipped';
  readonly text: string;
}

function toCase(finding: Finding, rules: ReadonlyMap<RuleId, Rule>, context: ReportContext): Case {
  const { rule, location, message, severity, suppressed } = finding;
  const name = `${rule} ${rules.get(rule)?.name ?? ''}`.trimEnd();
  const open = `    <testcase name="${escapeXml(`${name} at ${location.line}:${location.column}`)}" classname="${escapeXml(location.file)}">`;
  const details = escapeXml(`${describePosition(location)}: ${message}`);
  const close = '</testcase>\n';
  if (suppressed !== undefined)
    return { outcome: 'skipped', text: `${open}<skipped message="${escapeXml(suppressed.reason)}"/>${close}` };
  if (!isFailing(finding, context))
    return { outcome: 'passed', text: `${open}<system-out>${severity}: ${details}</system-out>${close}` };
  const failure = `<failure message="${escapeXml(message)}" type="${rule}">${details}</failure>`;
  return { outcome: 'failures', text: `${open}${failure}${close}` };
}

function cleanCase(file: string): Case {
  return { outcome: 'passed', text: `    <testcase name="no findings" classname="${escapeXml(file)}"/>\n` };
}

function troubles({ failures }: CheckResult, { unevaluated = [] }: ReportContext): readonly Suite[] {
  const cases = [
    ...failures.map(({ rule, message }) => errorCase(`${rule.id} ${rule.name}`, `The rule failed: ${message}`)),
    ...unevaluated.map((sentence, index) => errorCase(`not evaluated ${index + 1}`, sentence)),
  ];
  return cases.length === 0 ? [] : [toSuite('modegate', cases)];
}

function errorCase(name: string, message: string): Case {
  const text = `    <testcase name="${escapeXml(name)}" classname="modegate"><error message="${escapeXml(message)}"/></testcase>\n`;
  return { outcome: 'errors', text };
}

interface Suite {
  readonly counts: Counts;
  readonly text: string;
}

function toSuite(name: string, cases: readonly Case[]): Suite {
  const count = (outcome: Case['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  const counts = {
    tests: cases.length,
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
  };
  const attributes = Object.entries(counts).map(([key, value]) => `${key}="${value}"`);
  const body = cases.map(({ text }) => text).join('');
  return { counts, text: `  <testsuite name="${escapeXml(name)}" ${attributes.join(' ')}>\n${body}  </testsuite>\n` };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
  // Two consecutive `#` characters begin a CI runner command.
  '#': '&#35;',
};

/**
 * Escapes text for XML. According to XML 1.0, 2.2, most control characters and lone surrogates cannot be written at
 * all, not even escaped; control characters are therefore spelt out as text.
 */
function escapeXml(text: string): string {
  return escapeHidden(text)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"\n\r\t]|(?<=#)#/g, (character) => entities[character] ?? character);
}
