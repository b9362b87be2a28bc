import type { ProgramFacts } from '../program-facts.ts';

const awk: ProgramFacts = {
  values: '-F -v --field-separator --assign',
  // -W introduces long options in gawk, and a file in mawk.
  runs: '-f= -E= -i= -l= -W= -D=? --file= --exec= --include= --load= --debug=?',
  writesUnknown: '-d=? -o=? -p=? --dump-variables=? --pretty-print=? --profile=?',
  operands: 'text read*',
  replacesFirst: '-f -e -E --file --source --exec',
  script: { language: 'awk', options: '-e --source' },
};

/** Programs whose first operand is a script in a small language. */
export const scriptPrograms: Readonly<Record<string, ProgramFacts>> = {
  sed: {
    values: '--line-length',
    // -l, because it takes a value only in GNU's version; elsewhere the script is another word.
    runs: '-f= -l --file=',
    edits: '-i=? -I=? --in-place=?',
    operands: 'text read*',
    replacesFirst: '-e -f --expression --file',
    script: { language: 'sed', options: '-e --expression' },
  },
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  jq: {
    values: '--arg== --argjson== --indent',
    // A program from a file can import others; -L names their folder.
    runs: '-f= -L= --from-file= --library-path=',
    reads: '--slurpfile== --rawfile== --argfile==',
    operands: 'text read*',
    replacesFirst: '-f --from-file',
    script: { language: 'jq', options: '' },
  },
  // Two programs have this name: one built on top of jq, and an independent one with the operators `load` and `system`.
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
    // Its shell has commands that write.
    runs: '-shell --shell',
    writes: '-o -output --output',
    reads: '-path --path -schema -relaxng -schematron -dtdvalid --schema --relaxng --schematron --dtdvalid',
    operands: 'read*',
    // Entities and inclusions in a document.
    readsFolder: true,
    singleDash: true,
    noDoubleDash: true,
  },
};
