import { type NamedPrograms, named } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

const awk: ProgramFacts = {
  values: '-F -v --field-separator --assign',
  // -W introduces long options in gawk, and specifies a file in mawk.
  runs: '-f= -E= -i= -l= -W= -D=? --file= --exec= --include= --load= --debug=?',
  writesUnknown: '-d=? -o=? -p=? --dump-variables=? --pretty-print=? --profile=?',
  operands: 'text read*',
  replacesFirst: '-f -e -E --file --source --exec',
  script: { language: 'awk', options: '-e --source' },
};

/** Programs whose first operand is a script in a small language. */
export const scriptPrograms: NamedPrograms = {
  sed: {
    values: '--line-length',
    // Includes -l, which takes a value only in the GNU version; in other versions, the script is another word.
    runs: '-f= -l --file=',
    edits: '-i=? -I=? --in-place=?',
    operands: 'text read*',
    replacesFirst: '-e -f --expression --file',
    script: { language: 'sed', options: '-e --expression' },
  },
  ...named('awk gawk mawk nawk', awk),
  jq: {
    values: '--arg== --argjson== --indent',
    // A program read from a file can import others; -L specifies the folder that contains them.
    runs: '-f= -L= --from-file= --library-path=',
    reads: '--slurpfile== --rawfile== --argfile==',
    operands: 'text read*',
    replacesFirst: '-f --from-file',
    script: { language: 'jq', options: '' },
  },
  // Two programs have this name: one is built on top of jq, while the other is independent and has the operators `load`
  // and `system`.
  yq: {
    values: '--arg== --argjson== --indent --width --yaml-output-grammar-version --yml-out-ver',
    runs: '-f= -L= --from-file= --library-path= --security-enable-system-operator',
    writesUnknown: '-s --split-exp= --split-exp-file=',
    reads: '--slurpfile== --rawfile== --argfile== --expression-file',
    edits: '-i --inplace --in-place',
    operands: 'read*',
    readsFolder: true,
  },
  xmllint: {
    values:
      '-dtdvalidfpi -encode -maxmem -pattern -pretty -xpath --dtdvalidfpi --encode --maxmem --pattern --pretty --xpath',
    // The shell of `xmllint` has commands that write files.
    runs: '-shell --shell',
    writes: '-o -output --output',
    reads: '-path --path -schema -relaxng -schematron -dtdvalid --schema --relaxng --schematron --dtdvalid',
    operands: 'read*',
    // A document can read files through entities and inclusions.
    readsFolder: true,
    singleDash: true,
    noDoubleDash: true,
  },
};
