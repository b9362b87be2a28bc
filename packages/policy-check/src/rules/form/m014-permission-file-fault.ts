import { permissionProblems } from '../agents/permission-problems.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';

/** M014: a fault in a file that contains an agent's own permissions. */
export const permissionFileFault = defineRule(['M014', 'permission-file-fault', 'error', 'default'], {
  summary:
    "A file with an agent's own permissions has an error, so the agent drops a rule, drops the file or does not start.",
  reason:
    'If a settings file contains a comment or a trailing comma, Claude Code ignores the whole file, including every deny rule in it. opencode does not start if its file is faulty, and Kilo ignores a faulty file. None of these agents reports the fault where a person would see it. The finding is an error if deny rules have no effect or the agent does not start, and otherwise a warning or a note.',
  ...exampleWithRepair(
    {
      '.claude/settings.json': '{\n  "permissions": {\n    // Never.\n    "deny": ["Bash(git push:*)"]\n  }\n}\n',
    },
    { '    // Never.\n': '' },
  ),
  isFixable: true,
  check: (workspace) => permissionProblems(workspace, undefined),
});
