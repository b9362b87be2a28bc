import type { HereDoc, Redirect, Redirection, Word, WordPart } from 'unbash';
import type { ShellWord } from '../analysis.ts';
import { hasSubscript, readWord } from './read-word.ts';
import { recordFile } from './record.ts';
import { unreadable } from './source.ts';
import type { Walk } from './walk.ts';

/**
 * Returns the largest number that a shell interprets as a descriptor and not as an argument: at least 1023 in bash, one
 * digit in other shells.
 */
function maxDescriptor({ shell }: Walk): number {
  return shell === 'bash' ? 1023 : 9;
}

/** @internal Handles a redirection: the file that it opens, or the text that it passes on. */
export function readRedirection(walk: Walk, redirection: Redirection): void {
  const { descriptor } = redirection;
  if (descriptor?.type === 'FileDescriptorVariable')
    unreadable(walk, redirection, 'a redirection that sets a variable');
  if (descriptor !== undefined && descriptor.value > maxDescriptor(walk))
    unreadable(walk, redirection, 'a number that is too large to be a descriptor');
  if (/\d(?:\\\n)+$/.test(walk.source.text.slice(0, redirection.pos)))
    unreadable(walk, redirection, 'a descriptor that is split across lines');
  if (redirection.type === 'HereDoc') readHereDocument(walk, redirection);
  else if (redirection.target === undefined) unreadable(walk, redirection, 'a redirection without a target');
  else if (redirection.type === 'Redirect') readRedirect(walk, redirection, redirection.target);
  else if (walk.shell === 'sh') unreadable(walk, redirection, "a here-string, which 'sh' does not have");
  else readWord(walk, redirection.target);
}

function readHereDocument(walk: Walk, hereDocument: HereDoc): void {
  const { body, delimiter, closing } = hereDocument;
  if (walk.hereDocuments === 'nowhere')
    unreadable(walk, hereDocument, 'a here-document and other commands in a substitution');
  if (closing === undefined) unreadable(walk, hereDocument, 'an unterminated here-document');
  if (delimiter === undefined || /[$`\n]/.test(delimiter.text))
    unreadable(walk, hereDocument, 'a here-document whose end is not the same in all shells');
  if (delimiter.quoted) return;
  const { pos, end, text, parts = [] } = body;
  for (const part of parts)
    if (part.type === 'ParameterExpansion' && part.text.includes("'"))
      unreadable(walk, part, 'a quote in an expansion, which the parser mistakes for a quote that prevents expansion');
  if (walk.shell === 'zsh' && hasSubscript(text))
    unreadable(walk, hereDocument, 'an expansion that zsh reads differently');
  // In the body of a here-document, as in double quotes, only expansions are special.
  const quoted = { type: 'DoubleQuoted', pos, end, text, parts } as WordPart;
  readWord(walk, { type: 'Word', pos, end, text: '', value: '', parts: [quoted] });
}

function readRedirect(walk: Walk, redirect: Redirect, target: Word): void {
  const { operator } = redirect;
  if (walk.shell === 'sh' && operator.startsWith('&'))
    unreadable(walk, redirect, `the operator '${operator}', which 'sh' reads as '&' and a redirection`);
  const word = readWord(walk, target);
  if (operator === '<&' || operator === '>&') {
    // A shell treats everything after the dash as a separate word.
    if (/^(?:\d+-?|-)$/.test(target.text)) return;
    if (operator === '<&' || walk.shell === 'sh' || !/^[\w./][\w./-]*$/.test(target.text))
      unreadable(walk, redirect, 'a descriptor that cannot be determined from the text');
  }
  if (walk.shell === 'bash' && couldConnect(word))
    unreadable(walk, redirect, 'a file name that is, or could be, a network connection');
  if (walk.shell === 'zsh' && /^[!|]/.test(target.text))
    unreadable(walk, redirect, 'a redirection that zsh reads differently');
  if (operator === '<' || operator === '<>')
    recordFile(walk, { tool: 'read_file', word, node: redirect, by: operator });
  if (operator !== '<') recordFile(walk, { tool: 'write_to_file', word, node: redirect, by: operator });
}

/** True for `/dev/tcp/HOST/PORT`, and for a non-literal word that could become such a path. */
function couldConnect({ kind, value, text }: ShellWord): boolean {
  const isOpen = kind !== 'literal' && !text.startsWith('~');
  return ['/dev/tcp/', '/dev/udp/'].some((start) => value.startsWith(start) || (isOpen && start.startsWith(value)));
}
