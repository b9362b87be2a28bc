import type { Proof } from '../../support/run-proof.ts';

/** On the branch `main`: `a` of two commits, `b`, and `d` of a third; on `side`, from the first, also `c`. */
export const repository = `
  git init -q -b main .; git config user.email a@b.c; git config user.name n
  echo one > a; echo two > b; git add .; git commit -q -m first; git branch old; git branch side
  echo more >> a; git commit -q -a -m second; echo last > d; git add d; git commit -q -m third
  git switch -q side; echo other > c; git add c; git commit -q -m fourth; git switch -q main
  git clone -q --bare . .git/remote; git remote add origin .git/remote; git fetch -q`;

const externalDiff = "echo 'a diff=x' > .git/info/attributes; git config diff.x.command PROBE; ";
const conversion = "echo 'a diff=x' > .git/info/attributes; git config diff.x.textconv PROBE; ";

const runs = (name: string, options: string, run: string, files: Proof['files'] = {}): Proof => ({
  name: name === '' ? 'git' : `git ${name}`,
  options,
  run,
  files,
  setUp: repository,
  effect: 'runs',
});

const writes = (name: string, options: string, run: string, file = 'new'): Proof => ({
  ...runs(name, options, run),
  effect: { writes: file },
});

const hook = '#!/bin/sh\nPROBE\n';

/** Proofs for Git. */
export const gitProofs: readonly Proof[] = [
  ...globalProofs(),
  ...diffProofs(),
  ...worktreeProofs(),
  ...mergeProofs(),
  ...remoteProofs(),
  ...patchProofs(),
];

function globalProofs(): readonly Proof[] {
  const other = 'git init -q other; git -C other config core.fsmonitor PROBE; mv other/.git elsewhere; ';
  return [
    runs('', '-c', 'git OPTION core.fsmonitor=PROBE status'),
    runs('', '--config-env', 'X=PROBE git OPTION=core.fsmonitor=X status'),
    runs(
      '',
      '-p --paginate',
      'git config core.pager PROBE; script -qec "git OPTION rev-parse HEAD" /dev/null </dev/null',
    ),
    runs('', '--exec-path', 'git OPTION=below x', { 'below/git-x': hook }),
    runs('', '--git-dir', `${other} git OPTION=elsewhere status`),
    runs('', '--bare', `${other} cd elsewhere; git OPTION --work-tree=.. status`),
    runs('', '--work-tree', `${other} cd elsewhere; git OPTION=.. status`),
    writes('', '-C', 'git init -q below; mv a below; git OPTION below add a; git -C below rm -qf a', 'a'),
    runs('help', '-w --web', 'git -c help.htmlpath=http://x help OPTION git', { 'bin/w3m': hook }),
    runs('help', '-i --info', 'git help OPTION git', { 'bin/info': hook }),
  ];
}

function diffProofs(): readonly Proof[] {
  const walks = 'log reflog whatchanged'.split(' ');
  const outputs = 'log show shortlog reflog rev-list whatchanged diff-tree'.split(' ');
  return [
    ...walks.map((name) => runs(name, '--ext-diff', `${externalDiff} git ${name} -p OPTION main`)),
    ...walks.map((name) => runs(name, '--textconv', `${conversion} git ${name} -p OPTION main`)),
    ...outputs.map((name) => writes(name, '--output', `git ${name} OPTION=new HEAD`)),
    writes('range-diff', '--output', 'git range-diff OPTION=new old..main old..side'),
    runs('show', '--ext-diff', `${externalDiff} git show OPTION HEAD~1`),
    runs('show', '--textconv', `${conversion} git show OPTION HEAD~1`),
    runs('diff', '--ext-diff', `${externalDiff} git diff OPTION old`),
    runs('diff', '--textconv', `${conversion} git diff OPTION old`),
    writes('diff', '--output', 'git diff OPTION=new old'),
    writes('diff-index', '--output', 'git diff-index OPTION=new old'),
    runs('diff-tree', '--textconv', `${conversion} git diff-tree -p OPTION HEAD~1`),
    runs('blame', '--textconv', `${conversion} git blame OPTION a`),
    writes('blame', '--output', 'git blame OPTION=new a'),
    runs('format-patch', '--ext-diff', `${externalDiff} git format-patch OPTION old`),
    runs('format-patch', '--textconv', `${conversion} git format-patch OPTION old`),
    writes('format-patch', 'writesFolder', 'git format-patch -q old', '0001-second.patch'),
    writes('format-patch', '-o --output-directory', 'git format-patch -q OPTION new old', 'new/0001-second.patch'),
    writes('format-patch', '--output', 'git format-patch -q OPTION=new old'),
    runs('cat-file', '--textconv', `${conversion} git cat-file OPTION HEAD:a`),
    runs(
      'cat-file',
      '--filters',
      "echo 'a filter=x' > .git/info/attributes; git config filter.x.smudge PROBE; git cat-file OPTION HEAD:a",
    ),
    runs('grep', '--textconv', `${conversion} git grep OPTION one`),
    runs('grep', '-O --open-files-in-pager', 'git grep $(echo OPTION | sed "s/^--.*/&=/")PROBE one'),
    writes('fast-export', '--output --export-marks', 'git fast-export OPTION=new HEAD'),
    writes('stash list', '--output', 'echo x > a; git stash -q; git stash list -p OPTION=new'),
    writes('stash show', '--output', 'echo x > a; git stash -q; git stash show OPTION=new'),
  ];
}

function worktreeProofs(): readonly Proof[] {
  const tree = 'git worktree add -q tree side; ';
  return [
    writes('checkout', 'writesFolder', 'git checkout -q side', 'c'),
    writes('switch', 'writesFolder', 'git switch -q side', 'c'),
    writes('restore', 'writesFolder', 'git restore --source old a', 'a'),
    { ...writes('clean', 'writesFolder', 'git clean -fdq'), files: { new: '' } },
    writes('reset', '--hard --merge --keep', 'git update-index -q --refresh; git reset -q OPTION side', 'c'),
    { ...writes('stash', 'writesFolder', 'git stash -q', 'a'), setUp: `${repository}; echo x > a` },
    {
      ...writes('stash pop', 'writesFolder', 'git stash pop -q', 'a'),
      setUp: `${repository}; echo x > a; git stash -q`,
    },
    writes('rm', 'writesFolder', "git rm -q '*'", 'a'),
    writes('mv', 'operands', 'git mv a new'),
    { ...writes('checkout-index', 'writesFolder', 'git checkout-index a', 'a'), setUp: `${repository}; rm a` },
    writes('checkout-index', '--prefix', 'git checkout-index OPTION=new/ a', 'new/a'),
    writes('read-tree', '-u', 'git update-index -q --refresh; git read-tree -m OPTION HEAD side', 'c'),
    writes('read-tree', '--index-output', 'git read-tree OPTION=new HEAD'),
    writes('worktree add', 'operands', 'git worktree add -q new side', 'new/c'),
    writes('worktree move', 'operands', `${tree} git worktree move tree new`, 'new/c'),
    writes('worktree remove', 'operands', `${tree} git worktree remove tree; [ -e tree ] || : > new`),
    writes('bisect good', 'writesFolder', 'git bisect start; git bisect bad main; git bisect good old', 'd'),
    {
      ...writes('bisect replay', 'writesFolder', 'git bisect replay log', 'd'),
      files: { log: 'git bisect start\ngit bisect bad main\ngit bisect good old\n' },
    },
    writes(
      'submodule add',
      'writesFolder',
      'git -c protocol.file.allow=always submodule -q add "$PWD/.git/remote" new',
      'new/a',
    ),
  ];
}

function mergeProofs(): readonly Proof[] {
  const strategy = { 'bin/git-merge-odd': hook };
  return [
    writes('merge', 'writesFolder', 'git merge -q side', 'c'),
    runs('merge', '-s --strategy', 'git merge OPTION odd side', strategy),
    writes('cherry-pick', 'writesFolder', 'git cherry-pick side', 'c'),
    writes('cherry-pick', '--output', 'git cherry-pick OPTION=new side'),
    writes('revert', '--output', 'git revert --no-edit OPTION=new HEAD'),
    runs('cherry-pick', '--strategy', 'git cherry-pick OPTION odd side', strategy),
    writes('rebase', 'writesFolder', 'git rebase -q side', 'c'),
    runs('rebase', '-x --exec', 'git rebase OPTION PROBE old'),
    runs('rebase', '-s --strategy', 'git rebase OPTION odd side', strategy),
    writes('pull', 'writesFolder', 'git pull -q --no-rebase origin side', 'c'),
    runs('pull', '-s --strategy', 'git pull --no-rebase OPTION odd origin side', strategy),
    runs('pull', '--upload-pack', 'git pull OPTION=PROBE origin side'),
  ];
}

function remoteProofs(): readonly Proof[] {
  return [
    runs('fetch', '--upload-pack', 'git fetch OPTION=PROBE'),
    runs('push', '--receive-pack --exec', 'git push OPTION=PROBE origin main'),
    runs('ls-remote', '--upload-pack --exec', 'git ls-remote OPTION=PROBE'),
    writes('clone', 'writesFolder', 'git clone -q .git/remote', 'remote'),
    writes('clone', 'operands', 'git clone -q .git/remote new', 'new/a'),
    writes('clone', '--separate-git-dir', 'git clone -q OPTION=new .git/remote copy', 'new/HEAD'),
    runs('clone', '-u --upload-pack', 'git clone OPTION PROBE "file://$PWD" new'),
    runs('clone', '-c --config', 'git clone OPTION core.hooksPath="$PWD/below" .git/remote new', {
      'below/post-checkout': hook,
    }),
    runs('clone', '--template', 'git clone OPTION=below .git/remote new', { 'below/hooks/post-checkout': hook }),
    runs('init', '--template', 'git init OPTION=below new; git -C new hook run pre-commit', {
      'below/hooks/pre-commit': hook,
    }),
    writes('init', 'operands', 'git init -q new', 'new'),
    writes('init', '--separate-git-dir', 'git init -q OPTION=new copy', 'new/HEAD'),
    runs('archive', '--exec', 'git archive --remote=.git/remote OPTION=PROBE HEAD'),
    runs('archive', '--remote', 'git archive OPTION=.git/remote --exec=PROBE HEAD'),
    writes('archive', '-o --output', 'git archive OPTION new HEAD'),
    writes('bundle create', 'operands', 'git bundle create -q new HEAD'),
  ];
}

function patchProofs(): readonly Proof[] {
  const patch = 'git format-patch -q --stdout old..side > side.patch; ';
  const outside = '--- /dev/null\n+++ b/../new\n@@ -0,0 +1 @@\n+x\n';
  return [
    writes('apply', 'writesFolder', `${patch} git apply side.patch`, 'c'),
    writes('am', 'writesFolder', `${patch} git am -q side.patch`, 'c'),
    writes('apply', '--build-fake-ancestor', 'git diff --full-index old > x.patch; git apply -R OPTION=new x.patch'),
    {
      ...writes('apply', '--unsafe-paths', 'cd deep; git apply OPTION ../x.patch'),
      setUp: '',
      files: { 'deep/x': '', 'x.patch': outside },
    },
    writes('interpret-trailers', '--in-place', 'git interpret-trailers OPTION --trailer x=y a', 'a'),
    { ...writes('merge-file', 'operands', 'git merge-file x y z', 'x'), files: { x: '1\n', y: '2\n', z: '3\n' } },
    writes('mailinfo', 'operands', 'printf "From: a <b>\\nSubject: c\\n\\nd\\n" | git mailinfo new other'),
  ];
}
