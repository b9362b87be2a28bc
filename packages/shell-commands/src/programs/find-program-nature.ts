import type { ProgramRun } from '../analysis.ts';
import { isShell, isWrapper } from '../wrappers/open-wrapper.ts';
import { findFacts } from './find-facts.ts';
import { findSubcommand, findSubcommandIndex } from './find-subcommand.ts';
import { foldProgramName } from './fold-program-name.ts';

/**
 * Nature of a program's effects. `known`: determined by its arguments, and contained in the analysis. `anything`:
 * determined by a file or by source code in the program's own language. `unknown`: nothing is known about the program.
 */
export type ProgramNature = 'known' | 'anything' | 'unknown';

/** Shell builtins that need a rule and have no effects other than those in their analysis. */
const builtins: ReadonlySet<string> = new Set(['cd', 'exec', 'jobs', 'popd', 'pushd', 'read', 'wait']);

/** Returns the nature of a program from an analysis. */
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
    const found = findSubcommand(facts, word.value);
    if (found === undefined) return facts.operands === undefined ? 'anything' : 'known';
    facts = found;
    rest = rest.slice(index);
  }
  if (facts === undefined) return 'unknown';
  return facts.anything === true ? 'anything' : 'known';
}
