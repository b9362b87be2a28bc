import { permissionProblems } from '../agents/permission-problems.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';

/** M014: a fault in a file with an agent's own permissions. */
export const permissionFileFault = defineRule({
  id: 'M014',
  name: 'permission-file-fault',
  severity: 'error',
  preset: 'default',
  summary:
    "A file with an agent's own permissions has an error, so the agent drops a rule, drops the file or does not start.",
  reason:
    'Claude Code ignores a whole settings file because of a comment or a trailing comma, including every denial in that file. opencode does not start if its file is faulty, and Kilo ignores a faulty file. None of them reports this where a person would see it. The severity depends on the effect: an error if denials are lost or the agent does not start, otherwise a warning or a note.',
  ...exampleWithRepair(
    {
      '.claude/settings.json': '{\n  "permissions": {\n    // Never.\n    "deny": ["Bash(git push:*)"]\n  }\n}\n',
    },
    { '    // Never.\n': '' },
  ),
  isFixable: true,
  check: (workspace) => permissionProblems(workspace, undefined),
});
