import { type NamedPrograms, named, plain } from '../named-programs.ts';
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

/** Subcommands that neither run programs nor access files in the work tree. */
const plainNames =
  'branch check-attr check-ignore check-ref-format cherry column count-objects describe for-each-ref fsck gc get-tar-commit-id ls-tree merge-base merge-tree name-rev pack-refs patch-id prune prune-packed remote repack replace rev-parse show-branch show-index show-ref status stripspace symbolic-ref update-index update-ref var verify-commit verify-pack verify-tag version write-tree';

const subcommands: NamedPrograms = {
  ...named(plainNames, plain),
  ...named('add stage', { reads: '--pathspec-from-file' }),
  ...named('am apply', apply),
  ...named('annotate blame', blame),
  ...named('checkout clean sparse-checkout switch', worktreeWriter),
  ...named('cherry-pick revert', pick),
  ...named('diff diff-files diff-index', diff),
  ...named('diff-tree log range-diff reflog rev-list shortlog show whatchanged', revisionWalk),
  archive: {
    values: '--format --prefix --add-virtual-file',
    runs: '--exec= --remote=',
    writes: '-o --output',
    reads: '--add-file',
    readsFolder: true,
  },
  bisect: {
    subcommands: {
      ...named('bad good new next old reset skip start', worktreeWriter),
      ...named('log terms', plain),
      replay: { operands: 'read', writesFolder: true },
    },
  },
  bundle: {
    subcommands: {
      create: { operands: 'write text*' },
      ...named('list-heads unbundle', { operands: 'read text*' }),
      verify: { operands: 'read' },
    },
  },
  'cat-file': { runs: '--filters --textconv', readsFolder: true },
  'checkout-index': { values: '--stage', writesBelow: '--prefix', writesFolder: true },
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
  'ls-files': { reads: '-X --exclude-from' },
  'ls-remote': { runs: '--exec= --upload-pack=' },
  mailinfo: { operands: 'write*' },
  merge,
  'merge-file': { values: '-L', operands: 'write read*' },
  mv: { operands: 'tree*' },
  notes: messageReader,
  pull: { ...merge, runs: '-s= --strategy= --upload-pack=' },
  push: { values: '-o --push-option --repo', runs: '--exec= --receive-pack=' },
  'read-tree': { writesHere: '-u', writes: '--index-output' },
  rebase: { ...merge, runs: '-s= -x= --exec= --strategy=' },
  'request-pull': { readsFolder: true },
  reset: { reads: '--pathspec-from-file', writesHere: '--hard --keep --merge' },
  restore: { ...worktreeWriter, values: '-s --source' },
  rm: { reads: '--pathspec-from-file', writesFolder: true },
  stash: {
    values: '-m --message',
    reads: '--pathspec-from-file',
    writesFolder: true,
    subcommands: {
      ...named('apply branch pop push save', worktreeWriter),
      ...named('clear create drop store', plain),
      ...named('list show', revisionWalk),
    },
  },
  submodule: {
    subcommands: {
      ...named('add deinit set-branch set-url update', worktreeWriter),
      ...named('absorbgitdirs init status sync', plain),
      summary: { readsFolder: true },
    },
  },
  tag: { ...messageReader, values: '-m -u --message --local-user' },
  worktree: {
    subcommands: {
      add: { values: '-B -b --reason', operands: 'tree text' },
      ...named('list lock prune repair unlock', plain),
      move: { operands: 'tree*' },
      remove: { operands: 'tree' },
    },
  },
};

/**
 * Facts about Git. With most subcommands, Git's configuration, attributes and hooks can run programs; none of these is
 * considered here.
 */
export const gitPrograms: NamedPrograms = {
  git: {
    values: '--attr-source --list-cmds --namespace --super-prefix',
    // Another repository has its own configuration.
    runs: '-c= -p --bare --config-env= --exec-path=? --git-dir= --paginate --work-tree=',
    changesFolder: '-C',
    subcommands,
  },
};
