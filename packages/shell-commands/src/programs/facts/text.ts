import { type NamedPrograms, named, plain } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

const checksum: ProgramFacts = { values: '-a -l --algorithm --length', operands: 'read*' };

const baseEncoding: ProgramFacts = {
  values: '-w --wrap',
  // On macOS; elsewhere, -i is a flag and the next word is an operand.
  reads: '-i --input',
  writes: '-o --output',
  operands: 'read*',
};

const hexDump: ProgramFacts = {
  values: '-e -n -s --format --length --skip',
  reads: '-f --format-file',
  operands: 'read*',
};

/** Programs that print, compare and convert text. */
export const textPrograms: NamedPrograms = {
  ...named('cat rev tsort', { operands: 'read*' }),
  tac: { values: '-s --separator', operands: 'read*' },
  head: { values: '-c -n --bytes --lines', operands: 'read*' },
  tail: { values: '-b -c -n -s --bytes --lines --pid --sleep-interval --max-unchanged-stats', operands: 'read*' },
  wc: { values: '--total', readsNames: '--files0-from', operands: 'read*' },
  nl: {
    values:
      '-b -d -f -h -i -l -n -s -v -w --body-numbering --section-delimiter --footer-numbering --header-numbering --line-increment --join-blank-lines --number-format --number-separator --starting-line-number --number-width',
    operands: 'read*',
  },
  cut: { values: '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter', operands: 'read*' },
  fold: { values: '-w --width', operands: 'read*' },
  fmt: { values: '-w --width --prefix --goal', operands: 'read*' },
  pr: {
    values:
      '-D -h -l -N -o -w -W --columns --date-format --header --length --first-line-number --indent --width --page-width',
    operands: 'read*',
  },
  ...named('expand unexpand', { values: '-t --tabs', operands: 'read*' }),
  column: { values: '-c -s -o -N --output-width --separator --output-separator --table-columns', operands: 'read*' },
  paste: { values: '-d --delimiters', operands: 'read*' },
  join: { values: '-a -e -o -t -v -1 -2 -j', operands: 'read*' },
  comm: { values: '--output-delimiter', operands: 'read*' },
  sort: {
    values: '-k -S -t --key --buffer-size --field-separator --sort --batch-size --parallel',
    runs: '--compress-program=',
    writes: '-o --output',
    writesBelow: '-T --temporary-directory',
    reads: '--random-source',
    readsNames: '--files0-from',
    operands: 'read*',
  },
  uniq: { values: '-f -s -w --skip-fields --skip-chars --check-chars', operands: 'read write*' },
  shuf: {
    values: '-i -n --input-range --head-count',
    writes: '-o --output',
    reads: '--random-source',
    operands: 'read*',
  },
  ptx: {
    values: '-F -M -S -W -g -w --flag-truncation --macro-name --sentence-regexp --word-regexp --gap-size --width',
    reads: '-b -i -o --break-file --ignore-file --only-file',
    operands: 'read write*',
  },
  diff: {
    values:
      '-C -D -F -I -L -U -W -x --ifdef --show-function-line --ignore-matching-lines --label --width --exclude --tabsize --horizon-lines --palette --line-format --old-line-format --new-line-format --unchanged-line-format --old-group-format --new-group-format --unchanged-group-format --changed-group-format',
    reads: '-X -S --exclude-from --starting-file --from-file --to-file',
    operands: 'search*',
  },
  sdiff: {
    values: '-I -w --ignore-matching-lines --width --tabsize',
    runs: '--diff-program=',
    writes: '-o --output',
    operands: 'search*',
  },
  diff3: { values: '-L --label', runs: '--diff-program=', operands: 'read*' },
  cmp: { values: '-i -n --ignore-initial --bytes', operands: 'read read text*' },
  ...named('cksum sum md5sum b2sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum', checksum),
  md5: { values: '-s', operands: 'read*' },
  ...named('base64 base32 basenc', baseEncoding),
  xxd: {
    values: '-c -g -l -n -o -s -R -cols -groupsize -len -name -offset -seek',
    singleDash: true,
    operands: 'read write*',
  },
  ...named('hexdump hd', hexDump),
  od: { values: '-A -j -N -t -S --address-radix --skip-bytes --read-bytes --format --endian', operands: 'read*' },
  strings: {
    values: '-n -t -e -s -T --bytes --radix --encoding --output-separator --target --unicode',
    runs: '@',
    operands: 'read*',
  },
  iconv: {
    values: '-f -t --from-code --to-code --byte-subst --widechar-subst --unicode-subst',
    writes: '-o --output',
    operands: 'read*',
  },
  ...named('colrm envsubst expr factor numfmt seq tr yes', plain),
};
