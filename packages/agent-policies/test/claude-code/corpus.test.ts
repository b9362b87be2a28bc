import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { claudeCodePolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';
import { project } from './support.ts';

const corpus = process.env.MODEGATE_CORPUS ?? join(sharedFolder, 'corpus');

/** Path at which Claude Code would read a file of the corpus. */
const places: Readonly<Record<string, (name: string) => string>> = {
  'claude-settings': () => '.claude/settings.json',
  'claude-agents': (name) => `.claude/agents/${name}`,
  'claude-mcp': () => '.mcp.json',
};

const calls = ['ls', 'git push origin main', 'rm -rf x', 'cat .env', 'npm run build && npm test', 'python3 -c 1'].map(
  (command) => ({ tool: 'Bash', arguments: { command } }),
);
const others = ['Read', 'Write', 'Edit', 'WebFetch', 'Agent', 'Skill', 'mcp__github__create_issue'].map((tool) => ({
  tool,
  arguments: { file_path: `${project}/src/a.ts`, url: 'https://github.com/', subagent_type: 'x', skill: 'y' },
}));

describe.skipIf(!existsSync(corpus))('files of public repositories (needs ../shared)', () => {
  const files = Object.entries(places).flatMap(([folder, place]) =>
    globSync([`${folder}/*`, `agents/${folder}/*`], { cwd: corpus }).map((path) => ({
      path,
      place: place(basename(path)),
    })),
  );

  test('each public Claude Code file is read and judged', () => {
    const dropped: string[] = [];
    for (const { path, place } of files) {
      const text = readFileSync(join(corpus, path), 'utf8');
      const { profiles, problems, read } = claudeCodePolicies.readProfiles({
        project,
        home: undefined,
        files: [{ path: `${project}/${place}`, name: path, text }],
      });
      expect(read.map(({ file }) => file)).toEqual([path]);
      if (problems.some(({ severity }) => severity === 'error')) dropped.push(path);
      for (const profile of profiles)
        for (const call of [...calls, ...others])
          expect(claudeCodePolicies.decideFor(profile, call).because).not.toBe('');
    }
    expect(files.length).toBeGreaterThan(250);
    expect(dropped.length).toBeLessThan(10);
  });
});
