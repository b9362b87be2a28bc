import { type NamedPrograms, named, plain } from '../named-programs.ts';

/** Programs that list, create, copy, move and delete files. */
export const filePrograms: NamedPrograms = {
  ls: {
    values:
      '--ignore --hide --width --tabsize --block-size --format --indicator-style --quoting-style --sort --time --time-style',
    recursive: '-R --recursive',
    operands: 'list*',
    noOperand: '.',
  },
  dir: { operands: 'list*', noOperand: '.', recursive: '-R --recursive' },
  tree: {
    values: '-L -P -I -H -T --filelimit --charset --sort --timefmt',
    writes: '-o',
    reads: '--gitfile --infofile',
    // "Execute tree again in each folder, adding -o 00Tree.html": tree(1).
    changesOperands: '-R',
    operands: 'list*',
    noOperand: '.',
  },
  stat: { values: '-c --format --printf --cached', operands: 'list*' },
  file: {
    values: '-e -F -P --exclude --exclude-quiet --separator --parameter',
    reads: '-m --magic-file',
    readsNames: '-f --files-from',
    writesUnknown: '-C --compile',
    operands: 'read*',
  },
  du: {
    values: '-B -d -t --block-size --max-depth --threshold --time-style --exclude',
    reads: '-X --exclude-from',
    readsNames: '--files0-from',
    operands: 'list*',
    noOperand: '.',
  },
  ...named('basename df dirname pathchk readlink sync', plain),
  realpath: { values: '--relative-to --relative-base' },
  touch: { values: '-d -t --date --time', reads: '-r --reference', operands: 'write*' },
  ...named('mkdir mkfifo', { values: '-m --mode', operands: 'write*' }),
  ...named('link rmdir tee unlink', { operands: 'write*' }),
  mktemp: { values: '--suffix', writesBelow: '-p --tmpdir=?', operands: 'write*' },
  rm: { recursive: '-r -R --recursive', operands: 'write*' },
  shred: { values: '-n -s --iterations --size', reads: '--random-source', operands: 'write*' },
  truncate: { values: '-s --size', reads: '-r --reference', operands: 'write*' },
  mv: { values: '-S --suffix', writesBelow: '-t --target-directory', operands: 'tree*' },
  cp: {
    values: '--suffix --sparse --no-preserve',
    writesBelow: '-t --target-directory',
    // A hard link is another name for the file: later writes to the link change both.
    edits: '-l --link',
    recursive: '-r -R -a --recursive --archive',
    operands: 'read* write',
  },
  install: {
    values: '-g -m -o -S --group --mode --owner --suffix',
    runs: '--strip-program=',
    writesBelow: '-t --target-directory',
    edits: '-d --directory',
    operands: 'read* write',
  },
  // With one operand, the link is created in the working folder.
  ln: { values: '-S --suffix', writesInstead: '-t --target-directory', operands: 'write*', writesFolder: true },
  chmod: {
    reads: '--reference',
    // A file mode may begin with a dash: `chmod -x file`.
    replacesFirst: '-r -w -x -X -s -t -u -g -o --reference',
    recursive: '-R --recursive',
    operands: 'text write*',
  },
  chown: {
    values: '--from',
    reads: '--reference',
    replacesFirst: '--reference',
    recursive: '-R --recursive',
    operands: 'text write*',
  },
  chgrp: { reads: '--reference', replacesFirst: '--reference', recursive: '-R --recursive', operands: 'text write*' },
  dd: { keys: { 'if=': 'read', 'of=': 'write' }, noDoubleDash: true },
  split: {
    values: '-a -b -C -l -n -t --suffix-length --additional-suffix --bytes --line-bytes --lines --number --separator',
    runs: '--filter=',
    operands: 'read write',
    writesFolder: true,
  },
  csplit: {
    values: '-b -n --suffix-format --digits',
    writes: '-f --prefix',
    operands: 'read text*',
    writesFolder: true,
  },
  patch: {
    values:
      '-D -F -V -g -p -z --fuzz --get --ifdef --quoting-style --read-only --reject-format --strip --suffix --version-control',
    writes: '-o -r --output --reject-file',
    writesUnknown: '-B= -Y= --prefix= --basename-prefix=',
    reads: '-i --input',
    changesFolder: '-d --directory',
    operands: 'write read',
    writesFolder: true,
  },
};
