import type { Severity } from '../source/finding.ts';
import { escapedJson } from './escape-controls.ts';
import { openFindings, type Reporter } from './report-context.ts';

const severityNames: Readonly<Record<Severity, string>> = { error: 'critical', warning: 'major', info: 'info' };

/** Writes GitLab's Code Quality report; omits suppressed findings because the format cannot express them. */
export const gitlabReporter: Reporter = (result) => {
  const issues = openFindings(result).map(({ rule, severity, message, location, fingerprint }) => ({
    type: 'issue',
    check_name: rule,
    description: message,
    categories: ['Security'],
    severity: severityNames[severity],
    fingerprint,
    // GitLab's widget links to paths relative to the root of the repository, without a leading `./`.
    location: {
      path: location.file.replaceAll('\\', '/').replace(/^\.\//, ''),
      lines: { begin: location.line, end: location.endLine },
    },
  }));
  return `${escapedJson(issues, 2)}\n`;
};
