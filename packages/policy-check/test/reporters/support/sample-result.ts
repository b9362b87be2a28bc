import type { CheckResult, Finding, Rule } from '@modegate/policy-check';

/** A file that the findings below are about. */
export const modesText = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documentation.
    groups: [read, edit, mcp]
    allowedTool: [a]
    mcpRestrictions: { allowedServers: [github], disallowedServers: [github] }
`;

/** A finding with what a test cares about. */
export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    rule: 'M003',
    severity: 'warning',
    message: "The key 'allowedTool' has no meaning. Did you mean 'allowedTools'?",
    location: {
      file: '.roomodes',
      pointer: '/customModes/0/allowedTool',
      line: 6,
      column: 5,
      endLine: 6,
      endColumn: 16,
    },
    related: [],
    fingerprint: '00000000000000aa',
    mode: 'docs',
    ...changes,
  };
}

const conflict = finding({
  rule: 'M024',
  severity: 'error',
  message: "'github' is allowed and denied; the denial holds.",
  location: {
    file: '.roomodes',
    pointer: '/customModes/0/mcpRestrictions/disallowedServers/0',
    line: 7,
    column: 70,
    endLine: 7,
    endColumn: 76,
  },
  related: [
    {
      message: 'It is allowed here.',
      location: {
        file: '.roomodes',
        pointer: '/customModes/0/mcpRestrictions/allowedServers/0',
        line: 7,
        column: 41,
        endLine: 7,
        endColumn: 47,
      },
    },
  ],
  fingerprint: '00000000000000ab',
});

const fixable = finding({
  fix: {
    description: "Rename it to 'allowedTools'.",
    edits: [{ file: '.roomodes', start: 112, end: 123, text: 'allowedTools' }],
    isSafe: true,
  },
});

/** What could stand in files of someone who wishes the reader ill. */
export const hostile = finding({
  rule: 'M060',
  severity: 'info',
  message: 'Bad \u001b[31mname\u0000 ]]> <script>"&\' %0A::error::x\r\n| `a` @team \u202e 😀 \ud800',
  location: { file: 'a, b:c|\u001b]0;x\u0007%.json', pointer: '', line: 1, column: 1, endLine: 3, endColumn: 1 },
  fingerprint: '00000000000000ac',
});

/** A finding that a comment hides. */
export const suppressed = finding({
  suppressed: { reason: 'Known to the team' },
  fingerprint: '00000000000000ad',
});

/** A finding of the baseline. */
export const known = finding({
  suppressed: { reason: 'It is in the baseline.' },
  fingerprint: '00000000000000ae',
});

/** Three open findings. */
export const sampleFindings: readonly Finding[] = [fixable, conflict, hostile];

/** The result of a check that found these. */
export function resultOf(findings: readonly Finding[], changes: Partial<CheckResult> = {}): CheckResult {
  const open = findings.filter((one) => one.suppressed === undefined);
  const count = (severity: string) => open.filter((one) => one.severity === severity).length;
  return {
    findings,
    counts: {
      error: count('error'),
      warning: count('warning'),
      info: count('info'),
      suppressed: findings.length - open.length,
    },
    rules: [rule('M003', 'unknown-key'), rule('M024', 'allow-deny-conflict'), rule('M060', 'secret-in-config')],
    failures: [],
    ...changes,
  };
}

/** A rule that never runs. */
export function rule(id: Rule['id'], name: string): Rule {
  return {
    id,
    name,
    severity: 'warning',
    preset: 'default',
    since: '0.1.0',
    summary: `What ${name} reports.`,
    reason: 'Why it matters.',
    bad: { files: {} },
    good: { files: {} },
    isFixable: false,
    check: () => [],
  };
}
