import { foldProgramName } from '../programs/fold-program-name.ts';
import { openWrapper } from '../wrappers/open-wrapper.ts';
import { isRelative, recordProgram } from './add-program.ts';
import { runBuiltin } from './builtins.ts';
import { unreadable } from './source.ts';
import type { StartedProgram, Walk } from './walk.ts';

/**
 * @internal Records a program and the files specified in its arguments, and walks everything that the program starts.
 */
export function startProgram(walk: Walk, started: StartedProgram): void {
  const name = requireName(walk, started);
  if (!/[/\\]/.test(name) && runBuiltin(walk, name, started)) return;
  const known = foldProgramName(name);
  // A program specified by a path may differ from the wrapper of the same name, so it needs a rule too.
  if (openWrapper(walk, known, { started, need: known === name ? 'wrapper' : 'rule' })) return;
  recordProgram(walk, started);
}

function requireName(walk: Walk, { words: [name], node }: StartedProgram): string {
  if (name?.kind !== 'literal' || name.value === '')
    return unreadable(walk, node, 'a program whose name cannot be determined from the text');
  // Text that a wrapper would interpret as one of its own options or operators.
  if (/^[-+!(),]/.test(name.value))
    return unreadable(walk, node, `a program named '${name.value}', which may be interpreted differently`);
  if (isRelative(name.value) && walk.folders?.length !== 1)
    unreadable(walk, node, 'a program in a folder that cannot be determined from the text');
  return name.value;
}
