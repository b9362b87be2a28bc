import type { ProgramRun } from '../analysis.ts';
import { isShell, isWrapper } from '../wrappers/open-wrapper.ts';
import { findFacts } from './find-facts.ts';
import { findSubcommandIndex } from './find-subcommand.ts';
import { foldProgramName } from './fold-program-name.ts';

/**
 * What a program does by its nature. `known`: what its arguments say, which its analysis has. `anything`: what a file or
 * a text in a language of its own says. `unknown`: nothing is known about it.
 */
export type ProgramNature = 'known' | 'anything' | 'unknown';

/** Builtins of a shell that need a rule and do nothing else than their analysis says. */
const builtins: ReadonlySet<string> = new Set(['cd', 'exec', 'jobs', 'popd', 'pushd', 'read', 'wait']);

/** Tells what a program of an analysis does by its nature. */
export function findProgramNature({ words, need }: ProgramRun): ProgramNature {
  const name = foldProgramName(words[0]?.value ?? '');
  if (need !== 'rule' || builtins.has(name) || isWrapper(name)) return 'known';
  if (isShell(name)) return 'anything';
  let facts = findFacts(name);
  let rest = words;
  while (facts?.subcommands !== undefined && facts.anything !== true) {
    const { index } = findSubcommandIndex(facts, rest);
    const word = rest[index];
    if (word === undefined) return 'known';
    const found = Object.hasOwn(facts.subcommands, word.value) ? facts.subcommands[word.value] : undefined;
    if (found === undefined) return facts.operands === undefined ? 'anything' : 'known';
    facts = found;
    rest = rest.slice(index);
  }
  if (facts === undefined) return 'unknown';
  return facts.anything === true ? 'anything' : 'known';
}
