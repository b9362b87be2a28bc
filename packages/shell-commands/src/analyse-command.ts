import { parse } from 'unbash';
import type { CommandAnalysis, ShellContext, ShellName, UnreadableConstruct } from './analysis.ts';
import { UnreadableError } from './unreadable.ts';
import { findUnparsable } from './walk/source.ts';
import { startProgram } from './walk/start-program.ts';
import type { Walk } from './walk/walk.ts';
import { walkScript } from './walk/walk-script.ts';

/** Maximum length of a command that is analysed, in UTF-16 code units. */
export const maxCommandLength = 100_000;

/**
 * Lists the programs that a command text runs and the files that it accesses, in a given shell. Interprets only
 * constructs whose effect is clear from the text; anything else is unreadable. Never throws.
 */
export function analyseCommand(text: string, { shell, folder = '' }: ShellContext): CommandAnalysis {
  const walk: Walk = {
    shell,
    source: { text },
    depth: 0,
    hereDocuments: 'anywhere',
    folders: [folder === '.' ? '' : folder],
    jumped: [],
    programs: [],
    files: [],
    walkScript,
    startProgram,
  };
  const unreadable = findUnreadable(text, shell) ?? tryWalk(walk);
  return { unreadable, programs: walk.programs, files: walk.files };
}

function tryWalk(walk: Walk): UnreadableConstruct | undefined {
  const { text } = walk.source;
  try {
    walkScript(walk, parse(text));
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return error.found;
    return { construct: 'something that could not be analysed', text, position: 0 };
  }
}

/**
 * Everything except printable characters, spaces, tabs and line feeds: with such characters, what a person reads may
 * differ from what a shell interprets.
 */
const hidden = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;

function findUnreadable(text: string, shell: ShellName): UnreadableConstruct | undefined {
  if (text.length > maxCommandLength)
    return { construct: `more than ${maxCommandLength} characters`, text: text.slice(0, 100), position: 0 };
  const found = hidden.exec(text);
  if (found !== null)
    return { construct: `the character ${nameCharacter(found[0])}`, text: found[0], position: found.index };
  const construct = findUnparsable(text, shell);
  if (construct !== undefined) return { construct, text: text.slice(0, 100), position: 0 };
  if (shell === 'bash' || shell === 'sh' || shell === 'zsh') return undefined;
  return findShellDifference(text, shell);
}

function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Finds a difference between shells; every shell interprets a name and plain words in the same way. */
function findShellDifference(text: string, shell: ShellName): UnreadableConstruct | undefined {
  const plain = /^ *[a-zA-Z][\w.-]*(?: +[\w\-./=:][\w\-./=:@]*)* *$/;
  if (text.trim() === '' || plain.test(text)) return undefined;
  const position = /[^\w\-./=: ]/.exec(text)?.index ?? 0;
  const reader = shell === 'unknown' ? 'an unknown shell' : shell;
  return {
    construct: `more than one plain command, which cannot be analysed for ${reader}`,
    text: text.slice(position, position + 20),
    position,
  };
}
