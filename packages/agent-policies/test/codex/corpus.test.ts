import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codexPolicies, type PermissionFile } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';

const corpus = process.env.MODEGATE_CORPUS ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const folder = join(corpus, 'agents');
const names = existsSync(folder) ? globSync('{codex,codex-agents}/*', { cwd: folder }).toSorted() : [];

/** A file name consists of repository and path, joined by two underscores. */
const projects = Map.groupBy(names, (name) => basename(name).split('__').slice(0, 2).join('__'));

describe.skipIf(names.length === 0)('Codex files from ../shared/corpus', () => {
  const reading = [...projects].map(([project, files]) => {
    const root = `/work/${project}`;
    return codexPolicies.readProfiles({
      project: root,
      home: undefined,
      files: files.map((name): PermissionFile => {
        const path = `${root}/${basename(name).split('__').slice(2).join('/')}`;
        return { path, text: readFileSync(join(folder, name), 'utf8'), name };
      }),
    });
  });

  test('every Codex file of the corpus is read', () => {
    const read = new Set(reading.flatMap((one) => one.read.map(({ file }) => file)));
    expect(names.filter((name) => !read.has(name))).toEqual([]);
  });

  test('every Codex file of the corpus is read completely, except for what Codex itself rejects', () => {
    const found = reading.flatMap(({ problems }) => problems.map(({ code, file, line }) => `${code} ${file}:${line}`));
    expect(found.filter((one) => !one.startsWith('CODEX_ROLE_SETTING_IGNORED '))).toEqual([
      // It has hooks in a form that Codex no longer accepts.
      'CODEX_DOES_NOT_START codex/0Cymantek0__ai-ext__.codex__config.toml:81',
      // It has no instructions.
      'CODEX_ROLE_IGNORED codex-agents/DigitalHerencia__CtrlPlus__.codex__agents__config.toml:1',
    ]);
  });

  test('each profile of the Codex corpus has answers', () => {
    const calls = ['ls', 'rm -rf x', 'git push && x', 'echo $(x)'].map((cmd) => ({
      tool: 'exec_command',
      arguments: { cmd },
    }));
    const answers = reading.flatMap(({ profiles }) =>
      profiles.flatMap((profile) => calls.map((call) => codexPolicies.decideFor(profile, call, {}))),
    );
    expect(answers.filter(({ because }) => because === '')).toEqual([]);
  });
});
