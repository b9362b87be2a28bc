import { anything, type NamedPrograms, named, plain } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

const bat: ProgramFacts = {
  values:
    '-H -l -m -r --color --decorations --diff-context --file-name --highlight-line --ignored-suffix --italic-text --language --line-range --map-syntax --paging --style --tabs --terminal-width --theme --wrap',
  runs: '--pager=',
  writesUnknown: '--generate-config-file',
  operands: 'read*',
  subcommands: { cache: anything },
};

const less: ProgramFacts = {
  values:
    '-D -b -h -j -t -x -y -z --buffers --color --jump-target --max-back-scroll --max-forw-scroll --tabs --tag --window',
  // Text after + or -p is passed to less as if it had been typed, and less has a command that runs programs; a key file
  // can contain that command too.
  runs: '+ -k= -p= --lesskey-content= --lesskey-file= --lesskey-src= --pattern=',
  writes: '-O -o --LOG-FILE --Log-file --log-file',
  reads: '-T --tag-file',
  operands: 'read*',
};

/** Programs that show text in a terminal, and editors. */
export const pagerAndEditorPrograms: NamedPrograms = {
  less,
  // On macOS, `more` is `less`.
  more: less,
  most: { operands: 'read*' },
  man: {
    values:
      '-E -L -M -R -S -e -m -p -s --encoding --extension --locale --manpath --preprocessor --recode --sections --systems',
    // A prompt becomes an option of less.
    runs: '-C= -H=? -P= -r= --config-file= --html=? --pager= --prompt=',
    operands: 'read*',
  },
  ...named('apropos whatis', plain),
  ...named('bat batcat', bat),
  ...named('code ed emacs ex micro nano nvim vi view vim vimdiff', anything),
};
