import { listExtensions } from '@modegate/shell-commands';
import { plainWords } from './command-clause.ts';

/** Maximum number of commands to try for one rule. */
const maxTried = 3;

/** @internal Returns the first allowed command among a small number of commands. */
export function findExtension(commands: Iterable<string>, isAllowed: (command: string) => boolean): string | undefined {
  let tried = 0;
  for (const command of commands) {
    if (isAllowed(command)) return command;
    tried += 1;
    if (tried >= maxTried) return undefined;
  }
  return undefined;
}

/**
 * @internal Yields commands that begin with the given text and do more than it shows; yields none if the text is not a
 * single plain command.
 */
export function* extensionsOf(text: string): Generator<string> {
  // Most programs have no such arguments; for these programs, it does not matter what the text runs.
  const isSimple = /^[\w./:@%+,-]+(?: [\w./:@%+,-]+)*$/.test(text);
  const words = isSimple ? text.split(' ') : plainWords(text);
  let isPlain: boolean | undefined = isSimple ? undefined : true;
  for (const extension of listExtensions(words ?? [])) {
    isPlain ??= plainWords(text) !== undefined;
    if (!isPlain) return;
    yield extension;
  }
}
