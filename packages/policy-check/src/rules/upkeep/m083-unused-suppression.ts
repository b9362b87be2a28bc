import { defineRule, exampleWithRepair, modesText } from '../define-rule.ts';

/** M083: a suppression that hides nothing, or does not state a reason. */
export const unusedSuppression = defineRule(['M083', 'unused-suppression', 'warning', 'default'], {
  summary: 'A suppression has no effect, does not specify a rule or does not give a reason.',
  reason:
    'A suppression that outlives its finding hides the next one, which has not been reviewed. One without a reason cannot be reviewed, so it hides nothing. Write `# modegate-ignore M003: reason` beside the value, above it, or above a mode for all of the mode; `# modegate-ignore-file M003: reason` for the file; in strict JSON the key `"modegate-ignore": { "M003": "reason" }` in a mode, in a server or at the root.',
  ...exampleWithRepair(
    {
      '.roomodes': `# modegate-ignore M007: the second entry is for old clients\n${modesText('reviewer', 'You review changes.', 'groups: [read]')}`,
    },
    {
      '# modegate-ignore M007: the second entry is for old clients\n': '',
      '    roleDefinition: You review changes.':
        '    roleDefinition: You review changes.\n    # modegate-ignore unknown-key: read by our own launcher\n    colour: green',
    },
  ),
  isFixable: true,
  // Only after all other rules have run is it known whether a suppression is needed; `check` then reports it under this
  // rule.
  *check() {},
});
