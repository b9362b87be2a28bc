import type { ProgramFacts } from '../program-facts.ts';

const worktreeWriter: ProgramFacts = { reads: '--pathspec-from-file', writesFolder: true };

/** Commands that walk revisions take the options of `git diff`, although their manual pages do not say so. */
const revisionWalk: ProgramFacts = {
  values: '-n -G -S -l --author --committer --grep --since --until --after --before --format --max-count --skip',
  runs: '--ext-diff --textconv',
  writes: '--output',
  reads: '-O',
  readsFolder: true,
};

const diff: ProgramFacts = {
  values:
    '-G -S -U -l --anchored --diff-algorithm --diff-filter --dst-prefix --find-object --inter-hunk-context --line-prefix --output-indicator-context --output-indicator-new --output-indicator-old --rotate-to --skip-to --src-prefix --unified --word-diff-regex --ws-error-highlight',
  runs: '--ext-diff --textconv',
  writes: '--output',
  reads: '-O',
  // If at least one of two paths is outside the repository, the two are compared without a repository.
  operands: 'search*',
  readsFolder: true,
};

const blame: ProgramFacts = {
  runs: '--textconv',
  writes: '--output',
  reads: '-S --contents --ignore-revs-file',
  readsFolder: true,
};

/** If Git does not recognise a strategy, it runs the program `git-merge-NAME`. */
const merge: ProgramFacts = {
  values: '-X --cleanup --into-name --message --strategy-option',
  runs: '-s= --strategy=',
  reads: '-F --file',
  writesFolder: true,
};

/** Here, `-s` adds a line to the message. */
const pick: ProgramFacts = {
  values: '-X -m --cleanup --mainline --strategy-option',
  runs: '--strategy=',
  writes: '--output',
  writesFolder: true,
};

const messageReader: ProgramFacts = { values: '-m --message', reads: '-F --file' };

const apply: ProgramFacts = {
  values: '-p -C --directory --exclude --include --whitespace --patch-format --quoted-cr --empty',
  writes: '--build-fake-ancestor',
  writesUnknown: '--unsafe-paths',
  operands: 'read*',
  writesFolder: true,
};

const plain: ProgramFacts = {};

/** Subcommands that neither run programs nor access files in the work tree. */
const plainNames =
  'branch check-attr check-ignore check-ref-format cherry column count-objects describe for-each-ref fsck gc get-tar-commit-id ls-tree merge-base merge-tree name-rev pack-refs patch-id prune prune-packed remote repack replace rev-parse show-branch show-index show-ref status stripspace symbolic-ref update-ref var verify-commit verify-pack verify-tag version write-tree';

const subcommands: Readonly<Record<string, ProgramFacts>> = {
  ...Object.fromEntries(plainNames.split(' ').map((name) => [name, plain])),
  add: { reads: '--pathspec-from-file' },
  stage: { reads: '--pathspec-from-file' },
  am: apply,
  annotate: blame,
  apply,
  archive: {
    values: '--format --prefix --add-virtual-file',
    runs: '--exec= --remote=',
    writes: '-o --output',
    reads: '--add-file',
    readsFolder: true,
  },
  bisect: {
    subcommands: {
      bad: worktreeWriter,
      good: worktreeWriter,
      log: plain,
      new: worktreeWriter,
      next: worktreeWriter,
      old: worktreeWriter,
      replay: { operands: 'read', writesFolder: true },
      reset: worktreeWriter,
      skip: worktreeWriter,
      start: worktreeWriter,
      terms: plain,
    },
  },
  blame,
  bundle: {
    subcommands: {
      create: { operands: 'write text*' },
      'list-heads': { operands: 'read text*' },
      unbundle: { operands: 'read text*' },
      verify: { operands: 'read' },
    },
  },
  'cat-file': { runs: '--filters --textconv', readsFolder: true },
  checkout: worktreeWriter,
  'checkout-index': { values: '--stage', writesBelow: '--prefix', writesFolder: true },
  'cherry-pick': pick,
  clean: worktreeWriter,
  clone: {
    values:
      '-b -j -o --branch --bundle-uri --depth --filter --jobs --origin --ref-format --reference --reference-if-able --revision --server-option --shallow-exclude --shallow-since',
    runs: '-c= -u= --config= --template= --upload-pack=',
    writesBelow: '--separate-git-dir',
    operands: 'text tree',
    writesFolder: true,
  },
  commit: {
    values: '-C -c -m --author --cleanup --date --fixup --message --reedit-message --reuse-message --squash --trailer',
    reads: '-F -t --file --pathspec-from-file --template',
  },
  'commit-tree': { values: '-m -p', reads: '-F' },
  // In the old syntax, the first operand is a variable, and a value after it is a program that is run later.
  config: { reads: '-f --file', subcommands: { get: { reads: '-f --file' }, list: { reads: '-f --file' } } },
  diff,
  'diff-files': diff,
  'diff-index': diff,
  'diff-tree': revisionWalk,
  'fast-export': {
    writes: '--export-marks --output',
    reads: '--import-marks --import-marks-if-exists',
    readsFolder: true,
  },
  fetch: { runs: '--upload-pack=' },
  'format-patch': {
    ...revisionWalk,
    values: '-v --add-header --base --cc --in-reply-to --start-number --subject-prefix --suffix --to --signature',
    reads: '-O --description-file --signature-file',
    writesBelow: '-o --output-directory',
    writesFolder: true,
  },
  grep: {
    values: '-A -B -C -e -m --max-count --max-depth --threads',
    runs: '-O=? --open-files-in-pager=? --textconv',
    reads: '-f',
    readsFolder: true,
  },
  'hash-object': { values: '-t --path', operands: 'read*' },
  help: { runs: '-i -w --info --web' },
  init: {
    values: '-b --initial-branch --object-format --ref-format',
    runs: '--template=',
    writesBelow: '--separate-git-dir',
    operands: 'tree',
  },
  'interpret-trailers': {
    values: '--trailer --where --if-exists --if-missing',
    edits: '--in-place',
    operands: 'read*',
  },
  log: revisionWalk,
  'ls-files': { reads: '-X --exclude-from' },
  'ls-remote': { runs: '--exec= --upload-pack=' },
  mailinfo: { operands: 'write*' },
  merge,
  'merge-file': { values: '-L', operands: 'write read*' },
  mv: { operands: 'tree*' },
  notes: messageReader,
  pull: { ...merge, runs: '-s= --strategy= --upload-pack=' },
  push: { values: '-o --push-option --repo', runs: '--exec= --receive-pack=' },
  'range-diff': revisionWalk,
  'read-tree': { writesHere: '-u', writes: '--index-output' },
  rebase: { ...merge, runs: '-s= -x= --exec= --strategy=' },
  reflog: revisionWalk,
  'request-pull': { readsFolder: true },
  reset: { reads: '--pathspec-from-file', writesHere: '--hard --keep --merge' },
  restore: { ...worktreeWriter, values: '-s --source' },
  revert: pick,
  'rev-list': revisionWalk,
  rm: { reads: '--pathspec-from-file', writesFolder: true },
  shortlog: revisionWalk,
  show: revisionWalk,
  'sparse-checkout': worktreeWriter,
  stash: {
    values: '-m --message',
    reads: '--pathspec-from-file',
    writesFolder: true,
    subcommands: {
      apply: worktreeWriter,
      branch: worktreeWriter,
      clear: plain,
      create: plain,
      drop: plain,
      list: revisionWalk,
      pop: worktreeWriter,
      push: worktreeWriter,
      save: worktreeWriter,
      show: revisionWalk,
      store: plain,
    },
  },
  submodule: {
    subcommands: {
      absorbgitdirs: plain,
      add: worktreeWriter,
      deinit: worktreeWriter,
      init: plain,
      'set-branch': worktreeWriter,
      'set-url': worktreeWriter,
      status: plain,
      summary: { readsFolder: true },
      sync: plain,
      update: worktreeWriter,
    },
  },
  switch: worktreeWriter,
  tag: { ...messageReader, values: '-m -u --message --local-user' },
  'update-index': plain,
  whatchanged: revisionWalk,
  worktree: {
    subcommands: {
      add: { values: '-B -b --reason', operands: 'tree text' },
      list: plain,
      lock: plain,
      move: { operands: 'tree*' },
      prune: plain,
      remove: { operands: 'tree' },
      repair: plain,
      unlock: plain,
    },
  },
};

/**
 * Facts about Git. With most subcommands, Git's configuration, attributes and hooks can run programs; these are not
 * considered here.
 */
export const gitPrograms: Readonly<Record<string, ProgramFacts>> = {
  git: {
    values: '--attr-source --list-cmds --namespace --super-prefix',
    // Another repository has its own configuration.
    runs: '-c= -p --bare --config-env= --exec-path=? --git-dir= --paginate --work-tree=',
    changesFolder: '-C',
    subcommands,
  },
};
