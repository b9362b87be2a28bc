import { fileProblems } from '../file-problem.ts';
import type { Rule } from '../rule.ts';

/** M001: a file that cannot be read, or that its clients cannot read. */
export const parseError: Rule = {
  id: 'M001',
  name: 'parse-error',
  severity: 'error',
  persona: 'default',
  since: '0.1.0',
  summary: 'The file is not valid YAML or JSON, or only this reader gets through it.',
  reason:
    'Nothing of a file that does not parse is in force. Roo Code and its successors then show no custom modes at all, and a project falls back to the global and built-in modes, which may do more. Modegate refuses instead: the modes of weaker layers may use nothing until the file is repaired. A key that stands twice makes the YAML reader of these clients refuse the file, too, while JSON takes the last one; text from a chat window often holds no-break spaces and curly quotes, which Modegate replaces to read the file and others do not.',
  bad: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: reviewer\n    name: Reviewer\n    roleDefinition: You review: nothing else\n    groups: [read]\n',
    },
    note: 'A colon and a space end a plain value.',
  },
  good: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: reviewer\n    name: Reviewer\n    roleDefinition: "You review: nothing else"\n    groups: [read]\n',
    },
  },
  isFixable: false,
  *check(workspace) {
    for (const { problem } of fileProblems(workspace, 'M001')) yield problem;
  },
};
