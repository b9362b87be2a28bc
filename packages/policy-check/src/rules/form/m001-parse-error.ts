import { exampleText, type Rule } from '../../workspace/rule.ts';
import { findBrokenByCleaning, findBrokenByComments } from './roo-reading.ts';

/** M001: a file that cannot be read, or that its clients cannot read. */
export const parseError: Rule = {
  id: 'M001',
  name: 'parse-error',
  severity: 'error',
  persona: 'default',
  since: '0.1.0',
  summary: 'The file is not valid YAML or JSON, or only this reader gets through it.',
  reason:
    'Nothing of a file that does not parse is in force. Roo Code and its successors then show no custom modes at all, and a project falls back to the global and built-in modes, which may do more. Modegate refuses instead: the modes of weaker layers may use nothing until the file is repaired. A file that is empty or has no list of modes is broken, too, because a crash leaves such files. JSON with comments is read here and nowhere else: a YAML reader takes the comment for a part of the key. A key that stands twice makes the YAML reader of these clients refuse the file, too, while JSON takes the last one. They also replace curly quotes, long dashes and no-break spaces in the whole text before they parse it, which breaks some files that are valid; Modegate does so only where nothing else makes a file readable, and says so.',
  bad: {
    files: {
      '.roomodes': exampleText(`
        customModes:
          - slug: reviewer
            name: Reviewer
            roleDefinition: You review: nothing else
            groups: [read]
      `),
    },
    note: 'A colon and a space end a plain value.',
  },
  good: {
    files: {
      '.roomodes': exampleText(`
        customModes:
          - slug: reviewer
            name: Reviewer
            roleDefinition: "You review: nothing else"
            groups: [read]
      `),
    },
  },
  isFixable: false,
  *check(workspace) {
    for (const { problem } of workspace.fileProblems('M001')) yield problem;
    for (const file of workspace.modeFiles) {
      const broken = findBrokenByCleaning(file) ?? findBrokenByComments(file);
      if (broken !== undefined) yield broken;
    }
  },
};
