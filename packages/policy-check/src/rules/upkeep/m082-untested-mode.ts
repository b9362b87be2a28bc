import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M082: a mode that no policy test refers to. */
export const untestedMode = defineRule(['M082', 'untested-mode', 'info', 'audit'], {
  summary: 'No policy test covers the mode.',
  reason:
    'A test states which calls a mode must allow and which calls it must refuse. The test fails if a change to modes or servers breaks these expectations. A mode without a test can lose its limits in a change that looks harmless. The rule runs only in commands that look for policy tests.',
  ...exampleWithRepair(
    { ...modeFile('reviewer', 'You review changes.', 'groups: [read]'), 'tested-modes.txt': 'docs-writer\n' },
    { 'docs-writer': 'reviewer' },
  ),
  *check({ testedModes, modes }) {
    if (testedModes === undefined) return;
    const tested = new Set(testedModes);
    for (const { slug, file, pointer } of modes.filter(({ slug, isEffective }) => isEffective && !tested.has(slug)))
      yield { message: `No policy test covers mode '${slug}'.`, location: file.locate(`${pointer}/slug`), mode: slug };
  },
});
