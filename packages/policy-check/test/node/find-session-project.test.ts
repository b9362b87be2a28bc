import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { findSessionProject, findWorktreeOf, usesModegate } from '@modegate/policy-check/node';
import { describe, expect, test, vi } from 'vitest';

const modes = { '.roomodes': 'customModes: []\n' };

/** A repository, and a git worktree of it in another folder. */
function createRepository(files: Readonly<Record<string, string>> = modes) {
  const [main, other] = [createFolder(files), createFolder()];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: main, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  const worktree = join(other, 'tree');
  git('worktree', 'add', '-q', worktree);
  mkdirSync(join(worktree, 'docs'));
  return { main, worktree };
}

describe('the project of a session', () => {
  test('the session project is the nearest parent folder with modes or settings', () => {
    const root = createFolder({ ...modes, 'docs/a/x.md': '', 'part/modegate.config.json': '{}', 'part/b/x.md': '' });
    expect(findSessionProject([join(root, 'docs/a')])).toBe(root);
    expect(findSessionProject([join(root, 'part/b')])).toBe(join(root, 'part'));
  });

  test('H4: no session project exists if nothing of Modegate is in the folder or above it', () => {
    const root = createFolder({ '.git/HEAD': '', '.mcp.json': '{}', 'src/a.ts': '' });
    expect(findSessionProject([root, join(root, 'src')])).toBeUndefined();
  });

  test('H4: the session project stays the one around a nested repository, regardless of who created that', () => {
    const root = createFolder({ ...modes, '.git/HEAD': '', 'docs/nested/.git/HEAD': '' });
    expect(findSessionProject([join(root, 'docs/nested')])).toBe(root);
  });

  test('H4: the first folder with a project determines the session project, so a `cd` elsewhere changes nothing', () => {
    const [root, elsewhere] = [createFolder(modes), createFolder()];
    expect(findSessionProject([root, elsewhere])).toBe(root);
    expect(findSessionProject([elsewhere, root])).toBe(root);
  });

  test('the session project is found through a link', () => {
    const [root, elsewhere] = [createFolder({ ...modes, 'docs/a.md': '' }), createFolder()];
    symlinkSync(join(root, 'docs'), join(elsewhere, 'link'));
    expect(findSessionProject([join(elsewhere, 'link')])).toBe(root);
  });

  test('a folder for which a person has chosen a mode is also a session project', () => {
    const root = createFolder({ 'src/a.ts': '' });
    expect(findSessionProject([join(root, 'src')], (folder) => folder === root)).toBe(root);
  });

  test("the home folder is not a session project because of Bob's own modes there", () => {
    const home = createFolder({ '.bob/custom_modes.yaml': 'customModes: []\n', 'work/a.ts': '' });
    expect(usesModegate(home)).toBe(true);
    vi.stubEnv(process.platform === 'win32' ? 'USERPROFILE' : 'HOME', home);
    try {
      expect(homedir()).toBe(home);
      expect(usesModegate(home)).toBe(false);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('H4: a git worktree', () => {
  test('a worktree, or a folder in it, belongs to the project of its repository', () => {
    const { main, worktree } = createRepository();
    for (const folder of [worktree, join(worktree, 'docs')]) {
      expect(findSessionProject([folder])).toBe(main);
      expect(findWorktreeOf(main, folder)).toBe(worktree);
    }
    expect(findWorktreeOf(main, main)).toBeUndefined();
  });

  test('a worktree with its own modes, such as those of another branch, still belongs to the project', () => {
    const { main, worktree } = createRepository();
    writeFiles(worktree, modes);
    expect(findSessionProject([worktree])).toBe(main);
  });

  test('a worktree represents the folder of a project inside the repository', () => {
    const { main, worktree } = createRepository({ 'part/.roomodes': modes['.roomodes'] });
    mkdirSync(join(worktree, 'part/src'), { recursive: true });
    expect(findSessionProject([join(worktree, 'part/src')])).toBe(join(main, 'part'));
    expect(findWorktreeOf(join(main, 'part'), join(worktree, 'docs'))).toBe(join(worktree, 'part'));
    expect(findSessionProject([join(worktree, 'docs')])).toBeUndefined();
  });

  test('a worktree inside the project itself, where agents create theirs, belongs to the project', () => {
    const { main } = createRepository();
    const worktree = join(main, '.claude/worktrees/one');
    execFileSync('git', ['worktree', 'add', '-q', worktree], { cwd: main, stdio: 'ignore' });
    expect(findSessionProject([worktree])).toBe(main);
    expect(findWorktreeOf(main, worktree)).toBe(worktree);
  });

  test('a worktree that its repository does not name is refused', () => {
    const { main } = createRepository();
    const copy = createFolder({ '.git': `gitdir: ${main}/.git/worktrees/tree\n` });
    expect(() => findSessionProject([copy])).toThrow('git worktree repair');
    expect(findWorktreeOf(main, copy)).toBeUndefined();
    writeFiles(copy, modes);
    expect(findSessionProject([copy])).toBe(copy);
  });

  test('a worktree of a repository without Modegate does not use Modegate', () => {
    const { worktree } = createRepository({});
    expect(findSessionProject([worktree])).toBeUndefined();
  });

  test('a submodule is not treated as a worktree', () => {
    const root = createFolder({ ...modes, '.git/modules/sub/HEAD': '', 'sub/.git': 'gitdir: ../.git/modules/sub\n' });
    expect(findSessionProject([join(root, 'sub')])).toBe(root);
  });

  test('a worktree may be named by a relative path, as git does with `relativeWorktrees`', () => {
    const root = createFolder({ ...modes, 'main/.git/worktrees/t/gitdir': '../../../../tree/.git\n' });
    writeFiles(root, { 'main/.roomodes': modes['.roomodes'], 'tree/.git': 'gitdir: ../main/.git/worktrees/t\n' });
    const [main, worktree] = [join(root, 'main'), join(root, 'tree')];
    expect(findSessionProject([worktree])).toBe(main);
    writeFileSync(join(main, '.git/worktrees/t/gitdir'), `${dirname(worktree)}/other/.git\n`);
    expect(findSessionProject([worktree])).toBe(root);
  });
});
