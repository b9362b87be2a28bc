import { analyseCommand } from '@modegate/shell-commands';
import type { CommandPiece } from './command-pieces.ts';

const languages = /^(?:jq|[gmn]?awk)\s/;

/** What keeps a rule from covering a piece: a script of awk or jq that runs programs, or comes from a file. */
export function scriptObstacle({ text }: CommandPiece): string | undefined {
  if (!languages.test(text)) return undefined;
  const { programs } = analyseCommand(text, { shell: 'bash' });
  const isGuarded = programs.some(({ guarded }) => guarded.length > 0);
  const readsFile = /\s--(?:raw|slurp)file\b|\bsystem\s*\(/.test(text);
  return isGuarded || readsFile ? `a script in '${text}' that can run programs or read other files` : undefined;
}
