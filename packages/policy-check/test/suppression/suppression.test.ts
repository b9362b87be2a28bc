import { applyFixes, check, createBaseline, readBaseline } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

const mode = (extra: string) =>
  `customModes:\n  - slug: reviewer\n    name: Reviewer\n    roleDefinition: You review changes.\n${extra}    groups: [read]\n`;

const checkText = (text: string, file = '.roomodes') => check(exampleWorkspace({ [file]: text })).findings;
const summary = (text: string, file?: string) =>
  checkText(text, file).map(({ rule, suppressed }) => [rule, suppressed?.reason]);

describe('a suppression comment', () => {
  test('a comment after a value hides findings of its line', () => {
    expect(summary(mode('    colour: green # modegate-ignore M003: for our launcher\n'))).toEqual([
      ['M003', 'for our launcher'],
    ]);
  });

  test('a comment on a separate line hides findings of the next line, also by the name of the rule', () => {
    expect(summary(mode('    # modegate-ignore unknown-key: for our launcher\n    colour: green\n'))).toEqual([
      ['M003', 'for our launcher'],
    ]);
  });

  test('a comment above a mode hides findings of the whole mode', () => {
    const text = mode('    colour: green\n').replace('  - slug', '  # modegate-ignore M003: old\n  - slug');
    expect(summary(text)).toEqual([['M003', 'old']]);
  });

  test('a comment for the file hides findings of the file', () => {
    expect(summary(`# modegate-ignore-file M003, M007: generated\n${mode('    colour: green\n')}`)).toEqual([
      ['M083', undefined],
      ['M003', 'generated'],
    ]);
  });

  test('a comment does not hide findings of other lines', () => {
    expect(summary(mode('    colour: green\n    flavour: mint # modegate-ignore M003: x\n'))).toEqual([
      ['M003', undefined],
      ['M003', 'x'],
    ]);
  });

  test('a comment without a reason hides nothing and is a finding itself', () => {
    const findings = checkText(mode('    colour: green # modegate-ignore M003\n'));
    expect(findings.map(({ rule, suppressed }) => [rule, suppressed])).toEqual([
      ['M003', undefined],
      ['M083', undefined],
    ]);
    expect(findings[1]?.message).toContain('needs a reason');
  });

  test('a comment about a rule that does not exist is a finding', () => {
    const [, found] = checkText(mode('    colour: green # modegate-ignore M999: x\n'));
    expect(found?.message).toContain("No rule is called 'M999'");
  });

  test('a comment about a rule that did not run is not reported as unused', () => {
    expect(summary(mode('    # modegate-ignore M009: for old clients\n'))).toEqual([]);
  });

  test('a comment in the prose of a prompt is not a suppression', () => {
    expect(summary(mode('    customInstructions: |\n      Write:\n      # modegate-ignore M003: reason\n'))).toEqual(
      [],
    );
  });

  test('the fix for a comment that hides nothing removes it, alone on a line or after a value', () => {
    for (const extra of [
      '    # modegate-ignore M003: x\n    whenToUse: a\n',
      '    whenToUse: a # modegate-ignore M003: x\n',
    ]) {
      const text = mode(extra);
      const { files } = applyFixes({ '.roomodes': text }, checkText(text));
      expect(files['.roomodes']).toBe(mode('    whenToUse: a\n'));
    }
  });

  test('a comment works with // in JSON with comments', () => {
    const text = `{ "customModes": [{ "slug": "a", "name": "A", "roleDefinition": "x", "groups": [],\n  "colour": 1 // modegate-ignore M003: mine\n}] }`;
    // That Roo Code cannot read such a file is a finding of its own.
    expect(summary(text).filter(([rule]) => rule !== 'M001')).toEqual([['M003', 'mine']]);
  });
});

describe('a suppression key', () => {
  const json = (ignore: string) =>
    `{ ${ignore}"customModes": [{ "slug": "a", "name": "A", "roleDefinition": "x", "groups": [], "colour": 1 }] }`;

  test('a key at the root hides findings of the file and is not itself an unknown key', () => {
    expect(summary(json('"modegate-ignore": { "M003": "mine" }, '))).toEqual([['M003', 'mine']]);
  });

  test('a key of a mode hides findings of the mode, also as a list of texts', () => {
    const text = json('').replace('"colour"', '"modegate-ignore": ["M003: mine"], "colour"');
    expect(summary(text)).toEqual([['M003', 'mine']]);
  });

  test('a key without a reason hides nothing', () => {
    expect(summary(json('"modegate-ignore": { "M003": "" }, '))).toEqual([
      ['M083', undefined],
      ['M003', undefined],
    ]);
  });
});

describe('a baseline', () => {
  const text = mode('    colour: green\n');

  test('a baseline hides known findings, even after lines and modes were inserted before them', () => {
    const baseline = createBaseline(checkText(text));
    const other = '  - slug: other\n    name: Other\n    roleDefinition: You do.\n    groups: []\n';
    const moved = `# a comment\n${text.replace('customModes:\n', `customModes:\n${other}`)}`;
    const result = check(exampleWorkspace({ '.roomodes': moved }), { baseline });
    expect(result.counts).toEqual({ error: 0, warning: 0, info: 0, suppressed: 1 });
  });

  test('a baseline does not hide a new finding', () => {
    const baseline = createBaseline(checkText(text));
    const result = check(exampleWorkspace({ '.roomodes': mode('    colour: green\n    flavour: mint\n') }), {
      baseline,
    });
    expect(result.counts.warning).toBe(1);
  });

  test('a baseline is read back from its file, and other content is refused', () => {
    const baseline = createBaseline(checkText(text));
    expect(readBaseline(JSON.parse(JSON.stringify(baseline)))).toEqual(baseline);
    expect([null, {}, { version: 2, findings: [] }, { version: 1, findings: [1] }].map(readBaseline)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('suppressions in agent files', () => {
  const undecided = 'prefix_rule(pattern = ["terraform"])';

  test.each([
    ['.codex/rules/default.rules', `${undecided} # modegate-ignore M106: reviewed\n`],
    ['.codex/rules/default.rules', `# modegate-ignore open-without-a-rule: reviewed\n${undecided}\n`],
    ['opencode.jsonc', '{\n  // modegate-ignore-file M106: reviewed\n  "share": "disabled"\n}\n'],
  ])('a suppression comment in %s hides a finding', (file, text) => {
    expect(summary(text, file)).toContainEqual(['M106', 'reviewed']);
  });

  test('a suppression key at the root hides findings where comments would break the file', () => {
    const settings = { permissions: { allow: ['Write'] }, 'modegate-ignore': { M107: 'a sandbox for one person' } };
    expect(summary(JSON.stringify(settings, null, 2), '.claude/settings.json')).toEqual([
      ['M107', 'a sandbox for one person'],
    ]);
  });
});
