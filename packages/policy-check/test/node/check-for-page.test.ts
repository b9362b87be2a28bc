import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { createBaseline } from '@modegate/policy-check';
import { checkBySettings, checkForPage, filesOfCheck, resolveCheckSettings } from '@modegate/policy-check/node';
import { loadProject } from '@modegate/project/node';
import { describe, expect, test } from 'vitest';

const modes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write.
    groups: [read, command, [edit, { fileRegex: "\\\\.md$" }], mcp]
    mcpRestrictions: { allowedServers: [github, jira], disallowedServers: [jira] }
`;

/** A project in a folder of a repository. */
function create(files: Readonly<Record<string, string>> = {}) {
  const repository = createFolder();
  mkdirSync(join(repository, '.git'));
  const root = join(repository, 'team');
  mkdirSync(root);
  writeFiles(root, { '.roomodes': modes, ...files });
  return { repository, root };
}

async function find(root: string) {
  const project = await loadProject({ projectRoot: root });
  return checkForPage({ projectRoot: root, project, projectFiles: undefined, inventory: undefined });
}

describe('check findings on the page under the project settings', () => {
  test('the page uses the severities of the settings file and omits disabled rules', async () => {
    const before = await find(create().root);
    const [first, second] = [...new Set(before.map(({ rule }) => rule))];
    expect(second).toBeDefined();
    const rules = { [first ?? '']: 'off', [second ?? '']: 'info' };
    const after = await find(create({ 'modegate.config.json': JSON.stringify({ rules }) }).root);
    expect(after.some(({ rule }) => rule === first)).toBe(false);
    expect(new Set(after.filter(({ rule }) => rule === second).map(({ severity }) => severity))).toEqual(
      new Set(['info']),
    );
  });

  test('the page omits findings in the baseline, which names files relative to the repository root', async () => {
    const { repository, root } = create({ 'modegate.config.json': '{ "baseline": "known.json" }' });
    const settings = await resolveCheckSettings({ root, repository });
    const project = await loadProject({ projectRoot: root });
    const rest = { inventory: undefined, lockedInventory: undefined, projectFiles: undefined, settingsFile: undefined };
    const { result } = await checkBySettings(
      settings,
      { ...project, ...rest },
      { usesBaseline: false, nameInFingerprints: (file) => `team/${file}` },
    );
    const [known, ...others] = result.findings;
    const baseline = createBaseline(known === undefined ? [] : [known]);
    writeFiles(root, { 'known.json': JSON.stringify(baseline) });
    expect((await find(root)).map(({ message }) => message)).toEqual(others.map(({ message }) => message));
  });

  test.each([
    ['modegate.config.json', '{ "rules": { "M999": "off" } }', /unknown rule 'M999'/],
    ['modegate.config.json', '{ "baseline": "gone.json" }', /The baseline .* it does not exist/],
    ['modegate.config.yaml', 'rules: [', /not valid YAML/],
  ])('the check for the page rejects the settings file %s if it is %s', async (file, text, message) => {
    await expect(find(create({ [file]: text }).root)).rejects.toThrow(message);
  });
});

test('the check names the files that affect findings, including missing files and those of broken settings', async () => {
  const { root } = create({ 'modegate.config.json': '{ "baseline": "a.json", "lock": "b.json" }' });
  const names = ['modegate.config.json', 'modegate.config.yaml', 'modegate.config.yml', 'a.json', 'b.json'];
  expect(new Set(await filesOfCheck(root))).toEqual(new Set(names.map((name) => join(root, name))));
  writeFiles(root, { 'modegate.config.json': '{' });
  expect(await filesOfCheck(root)).toContain(join(root, 'modegate.config.json'));
});
