import type { CheckedMode } from '../../workspace/workspace.ts';
import { defineRule, example, modeFile, modesText } from '../define-rule.ts';

/** M011: a slug that occurs in both the project's file and the global file. */
export const modeSourceConflict = defineRule(['M011', 'mode-source-conflict', 'warning', 'default'], {
  summary: 'A project mode hides a global mode with the same slug.',
  reason:
    "The project's definition completely replaces the global one, in every client: a limit that is only in the global file does not apply in this project, and the author of the project decides what the mode may do.",
  bad: example({
    ...modeFile('reviewer', 'You review changes.', 'groups: [read, command]'),
    'global/custom_modes.yaml': modesText('reviewer', 'You review changes.', 'groups: [read]'),
  }),
  good: example({
    '.roomodes': `
        customModes:
          - slug: project-reviewer
            name: Reviewer
            roleDefinition: You review changes.
            groups: [read, command]
      `,
    'global/custom_modes.yaml': modesText('reviewer', 'You review changes.', 'groups: [read]'),
  }),
  *check(workspace) {
    const projectModes = new Map(
      workspace.modes.filter(({ file }) => file.layer === 'project').map((mode) => [mode.slug, mode]),
    );
    for (const hidden of workspace.modes) {
      const project = hidden.file.layer === 'global' ? projectModes.get(hidden.slug) : undefined;
      if (project === undefined) continue;
      const message = `Mode '${project.slug}' replaces the global mode with the same slug, and inherits nothing from it.`;
      const related = [{ message: 'The hidden global mode.', location: place(hidden) }];
      yield { message, location: place(project), related, mode: project.slug };
    }
  },
});

function place({ file, pointer }: CheckedMode) {
  return file.locate(`${pointer}/slug`);
}
