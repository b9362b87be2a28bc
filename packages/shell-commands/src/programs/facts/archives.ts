import { type NamedPrograms, named, plain } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

const compressor: ProgramFacts = {
  values: '-S -b --suffix',
  readOnly: '-c --stdout --to-stdout -l --list -t --test',
  recursive: '-r --recursive',
  operands: 'write*',
};

const xz: ProgramFacts = {
  values: '-C -F -M -S -T --check --format --memlimit --suffix --threads --block-size --block-list',
  readsNames: '--files=? --files0=?',
  readOnly: '-c --stdout --to-stdout -l --list -t --test',
  operands: 'write*',
};

const zstd: ProgramFacts = {
  // If both -c and -o are given, the last one takes effect, so -c is not in readOnly.
  values:
    '-M --auto-threads --dictID --format --maxdict --memory --priority --size-hint --stream-size --target-compressed-block-size',
  writes: '-o',
  writesUnknown: '--train --train-cover --train-fastcover --train-legacy',
  writesBelow: '--output-dir-flat --output-dir-mirror --trace',
  reads: '-D --patch-from',
  readsNames: '--filelist',
  readOnly: '-l --list -t --test',
  recursive: '-r',
  operands: 'write*',
};

const sevenZipArchive: ProgramFacts = {
  writesBelow: '-w',
  writesUnknown: '-spf',
  runs: '@ -i= -sfx',
  changesOperands: '-sdel',
  operands: 'write search*',
};

const sevenZipExtraction: ProgramFacts = {
  writesBelow: '-w',
  writesInstead: '-o',
  writesUnknown: '-spf',
  runs: '@ -i=',
  operands: 'read text*',
  writesFolder: true,
};

const sevenZip: ProgramFacts = {
  subcommands: {
    ...named('a d rn u', sevenZipArchive),
    ...named('e x', sevenZipExtraction),
    ...named('l t', { operands: 'read text*' }),
    h: { operands: 'search*' },
    i: plain,
  },
};

/** Programs that pack, unpack and compress. */
export const archivePrograms: NamedPrograms = {
  tar: {
    values:
      '-K -N -V -b --after-date --blocking-factor --exclude --exclude-ignore --exclude-ignore-recursive --exclude-tag --exclude-tag-all --exclude-tag-under --format --group --group-map --hole-detection --label --level --mode --mtime --newer --newer-mtime --no-quote-chars --owner --owner-map --pax-option --quote-chars --quoting-style --record-size --sort --sparse-version --starting-file --strip-components --suffix --tape-length --transform --warning --xattrs-exclude --xattrs-include --xform',
    // -F runs a script at the end of a volume.
    runs: '-F= -I= --checkpoint-action= --info-script= --new-volume-script= --rmt-command= --rsh-command= --to-command= --use-compress-program=',
    writes: '-f --file',
    // With -t, the program still writes these files.
    writesBelow: '-g --index-file --listed-incremental --one-top-level=? --volno-file',
    writesUnknown: '-P --absolute-names',
    reads: '-X --add-file --exclude-from',
    readsNames: '-T --files-from',
    changesFolder: '-C --directory',
    changesOperands: '--remove-files',
    readOnly: '-d -t --compare --diff --list --test-label',
    operands: 'search*',
    bareOptions: true,
    writesHere: '-x --extract --get',
  },
  zip: {
    values: '-P -Z -ds -i -n -s -t -tt -x --compression-method --exclude --include --password --split-size --suffixes',
    // These options test an archive with another program: unzip, or the program given with -TT.
    runs: '-T -TT= --test --unzip-command=',
    writes: '-O -lf --logfile-path --out --output-file',
    writesBelow: '-b --temp-path',
    // Includes -l, because the letters in a bundle could include those of -lf.
    writesUnknown: '-l',
    readsNames: '-@',
    changesOperands: '-m --move',
    recursive: '-r -R --recurse-paths --recurse-patterns',
    operands: 'write read*',
  },
  unzip: {
    values: '-P -x -O -I',
    writesInstead: '-d',
    // "May extract outside of the current folder": unzip(1).
    writesUnknown: '-:',
    readOnly: '-Z -c -l -p -t -v -z',
    operands: 'read text*',
    writesFolder: true,
  },
  zipinfo: { operands: 'read text*' },
  ...named('gzip gunzip bzip2 bunzip2', compressor),
  pigz: {
    ...compressor,
    values:
      '-A -C -I -J -M -S -b -p --alias --blocksize --comment --iterations --maxsplits --processes --splits --suffix',
  },
  ...named('xz unxz lzma unlzma', xz),
  ...named('zstd unzstd', zstd),
  ...named('zcat bzcat xzcat zstdcat', { operands: 'read*' }),
  ...named('7z 7za 7zz', sevenZip),
  cpio: {
    values: '-C -H --block-size --format --io-size --message --owner',
    runs: '--rsh-command= --rmt-command=',
    writes: '-F -O --file',
    reads: '-E -I --pattern-file',
    changesFolder: '-D --directory',
    // The names come from the program's input; extraction is not confined to the folder.
    writesUnknown: '-i -p --extract --pass-through',
    operands: 'tree*',
    readsFolder: true,
  },
  ar: {
    values: '-l --record-libdeps --target',
    runs: '-M --plugin= @',
    writesBelow: '--output',
    // With these options, the first operand is a member of the archive.
    writesUnknown: '-N -a -b -i',
    readOnly: '-p -t',
    operands: 'write read*',
    bareOptions: true,
    writesHere: '-x',
  },
};
