import { parse } from 'unbash';
import type { ShellName } from '../analysis.ts';
import { addProgram, recordProgram } from '../walk/add-program.ts';
import { findUnparsable, unreadable } from '../walk/source.ts';
import { enterDepth, inSubshell, type Walk } from '../walk/walk.ts';
import type { WrapperCall } from './wrapper-call.ts';

/** @internal Unwraps `sh -c TEXT`. Any other use of a shell is treated as a program that can do anything. */
export function openShell(walk: Walk, name: string, call: WrapperCall): void {
  const { words } = call.started;
  const at = words.findIndex(({ value, kind }) => kind === 'literal' && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(value));
  const text = at < 0 ? undefined : words[at + 1];
  if (text?.kind !== 'literal') {
    recordProgram(walk, call.started);
    return;
  }
  if (/^[-+]/.test(text.value) || /^-.*o/i.test(words[at]?.value ?? ''))
    unreadable(walk, call.started.node, `an option of '${name}' between '-c' and its text`);
  // Options such as `-l` make the shell read start-up files, and `ksh` evaluates more, so such a shell needs a rule.
  const isAlone = at === 1 && !name.endsWith('ksh') && /^-(?:c|[eu]+c|c[eu]+)$/.test(words[1]?.value ?? '');
  if (isAlone) addProgram(walk, call.started, { need: call.need });
  else recordProgram(walk, call.started);
  walkText(walk, call, { text: text.value, shell: name === 'bash' ? 'bash' : name === 'zsh' ? 'zsh' : 'sh' });
}

/** @internal Walks text that another shell runs. */
export function walkText(
  walk: Walk,
  { started }: WrapperCall,
  { text, shell }: { readonly text: string; readonly shell: ShellName },
): void {
  const unparsable = findUnparsable(text, shell);
  if (unparsable !== undefined) unreadable(walk, started.node, unparsable);
  const source = { text, fixedAt: started.position };
  const inner: Walk = { ...walk, shell, source, depth: enterDepth(walk, started.node), hereDocuments: 'anywhere' };
  inSubshell(inner, () => walk.walkScript(inner, parse(text)));
}
