import { defineRule, exampleWithRepair } from '../define-rule.ts';

/** M002: a value that the format does not allow at its location. */
export const schemaViolation = defineRule(['M002', 'schema-violation', 'error', 'default'], {
  summary: 'A required field is missing, or a value has the wrong type.',
  reason:
    'Roo Code and Zoo Code check the file as a whole: one invalid field disables every mode in the file. Modegate drops only the affected mode and keeps the others. If it cannot read the restrictions of a mode, it refuses every MCP call in that mode. If it cannot read an entry of `groups`, it closes every group that the entry lists. A mapping that lists no group, such as a `fileRegex` on its own line, closes `read` and `edit`.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: reviewer
            roleDefinition: You review changes.
            groups: [read]
      `,
    },
    { '  - slug: reviewer': '  - slug: reviewer\n    name: Reviewer' },
    'The mode has no name.',
  ),
  *check(workspace) {
    for (const { problem } of workspace.fileProblems('M002')) yield problem;
  },
});
