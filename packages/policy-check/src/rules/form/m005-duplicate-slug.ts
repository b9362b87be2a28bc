import type { CheckedMode, Workspace } from '../../workspace/workspace.ts';
import { defineRule, example, modeFile } from '../define-rule.ts';

/** M005: two modes with the same slug in one file. */
export const duplicateSlug = defineRule(['M005', 'duplicate-slug', 'error', 'default'], {
  summary: 'Two modes in one file have the same slug.',
  reason:
    'Roo Code and Zoo Code refuse the whole file. Modegate takes the first definition and ignores the others, so a limit that is only in a later definition never applies.',
  bad: example({
    '.roomodes': `
        customModes:
          - slug: reviewer
            name: Reviewer
            roleDefinition: You review changes.
            groups: [read, command]
          - slug: reviewer
            name: Reviewer 2
            roleDefinition: You review changes.
            groups: [read]
      `,
  }),
  good: example(modeFile('reviewer', 'You review changes.', 'groups: [read]')),
  *check(workspace) {
    const first = firstModes(workspace);
    for (const { problem, modesFile } of workspace.fileProblems('M005')) {
      const mode = first.get(`${problem.location.file}\n${problem.mode ?? ''}`);
      const location = modesFile?.locate(`${problem.location.pointer}/slug`) ?? problem.location;
      const related = mode && [
        { message: 'This definition counts.', location: mode.file.locate(`${mode.pointer}/slug`) },
      ];
      yield { ...problem, location, related };
    }
  },
});

function firstModes({ modes }: Workspace): ReadonlyMap<string, CheckedMode> {
  return new Map(modes.map((mode) => [`${mode.file.file}\n${mode.slug}`, mode]));
}
