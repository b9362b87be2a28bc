import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M082: a mode that no policy test names. */
export const untestedMode = defineRule({
  id: 'M082',
  name: 'untested-mode',
  severity: 'info',
  preset: 'audit',
  summary: 'No policy test names the mode.',
  reason:
    'A test states what a mode must be allowed to do and what it must be refused, and fails if a change to modes or servers breaks this. A mode without a test can lose its limits in a change that looks harmless. The rule runs only in commands that look for policy tests.',
  ...exampleWithRepair(
    { ...modeFile('reviewer', 'You review changes.', 'groups: [read]'), 'tested-modes.txt': 'docs-writer\n' },
    { 'docs-writer': 'reviewer' },
  ),
  *check({ testedModes, modes }) {
    if (testedModes === undefined) return;
    const tested = new Set(testedModes);
    for (const { slug, file, pointer, isEffective } of modes)
      if (isEffective && !tested.has(slug))
        yield { message: `No policy test names mode '${slug}'.`, location: file.locate(`${pointer}/slug`), mode: slug };
  },
});
