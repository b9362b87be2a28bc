import type { Proof } from '../../support/run-proof.ts';

const files = { a: 'one\n' };

/** Returns a command on a terminal, where `q` is typed a few times. */
const onTerminal = (command: string): string =>
  `(for key in 1 2 3 4 5; do sleep 0.1; printf '\\nq'; done) | script -qec "$(cat command)" /dev/null`.replace(
    '$(cat command)',
    command.replace(/["$\\`]/g, '\\$&'),
  );

/** Proofs for programs that show a text on a terminal, and for editors. */
export const pagerAndEditorProofs: readonly Proof[] = [
  { name: 'less', options: '+', run: onTerminal("less '+!PROBE #' a"), files, effect: 'runs' },
  { name: 'less', options: '-p --pattern', run: onTerminal("less OPTION 'one\n!PROBE #' a"), files, effect: 'runs' },
  {
    name: 'less',
    options: '-O -o --LOG-FILE --Log-file --log-file',
    run: onTerminal('cat a | less OPTION new'),
    files,
    effect: { writes: 'new' },
  },
  {
    name: 'less',
    options: '--lesskey-src',
    run: onTerminal('less OPTION=keys a'),
    files: { ...files, keys: '#command\nq shell PROBE #\n' },
    effect: 'runs',
  },
  { name: 'man', options: '-P --pager', run: onTerminal('man OPTION PROBE ls'), effect: 'runs' },
  {
    name: 'less',
    options: '-k --lesskey-file',
    run: onTerminal('less OPTION binary a'),
    files: { ...files, keys: '#command\nq shell PROBE #\n' },
    setUp: 'lesskey -o binary keys',
    effect: 'runs',
  },
  {
    name: 'man',
    options: '-C --config-file',
    run: onTerminal('man OPTION config ls'),
    files: { config: 'MANDATORY_MANPATH /usr/share/man\nDEFINE pager PROBE\n' },
    effect: 'runs',
  },
  {
    name: 'man',
    options: '-H --html',
    run: 'man $(echo OPTION | sed "s/^--.*/&=/")PROBE ls',
    files: { 'bin/groff': '#!/bin/sh\nexec cat\n' },
    effect: 'runs',
  },
  { name: 'man', options: '-r --prompt', run: onTerminal("man OPTION 'x$ +!PROBE #' ls"), effect: 'runs' },
  { name: 'bat', options: '--pager', run: onTerminal('bat --paging always OPTION PROBE a'), files, effect: 'runs' },
  { name: 'vim', options: 'anything', run: "vim -es -c '!PROBE' -c q", effect: 'runs' },
  { name: 'vi', options: 'anything', run: "vi -es -c '!PROBE' -c q", effect: 'runs' },
  { name: 'ex', options: 'anything', run: "ex -s -c '!PROBE' -c q", effect: 'runs' },
  { name: 'ed', options: 'anything', run: 'echo "!PROBE" | ed', effect: 'runs' },
];
