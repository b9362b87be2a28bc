import type {
  CommandAnalyser,
  CommandFile,
  CommandJudge,
  CommandProgram,
  CommandReading,
  CommandSettings,
} from '@modegate/mode-core/commands';
import { createCommandJudge } from '@modegate/mode-core/commands';

/**
 * Analyser for tests: programs are separated by `&&`, `> x` writes a file, `< x` reads one, `$` leaves a word open, and a
 * brace is unreadable. A rule is a list of words; a last `*` takes any further words, except those that begin with `-o`.
 */
export const wordAnalyser: CommandAnalyser = { parseRule, analyse };

/** Judge with this analyser, unless another is given. */
export const judgeWords = (settings: Partial<CommandSettings> = {}): CommandJudge =>
  createCommandJudge({ analyser: wordAnalyser, shell: 'bash', ...settings });

const wordsOf = (text: string) => text.trim().split(/\s+/);

function parseRule(text: string): ReturnType<CommandAnalyser['parseRule']> {
  if (text.includes('&&')) return { fault: "contains the operator '&&'" };
  const rule = wordsOf(text);
  const isOpen = rule.at(-1) === '*';
  const fixed = isOpen ? rule.slice(0, -1) : rule;
  return {
    allows: (program) => {
      const words = wordsOf(program.text);
      if (!fixed.every((word, index) => word === words[index])) return false;
      const rest = words.slice(fixed.length);
      const guarded = rest.find((word) => word.startsWith('-o'));
      if (isOpen && guarded !== undefined) return `'*' does not cover '${guarded}', which writes a file`;
      return isOpen || rest.length === 0;
    },
    finds: (program) => {
      const words = wordsOf(program.text);
      if (fixed[0] !== words[0]) return undefined;
      if (fixed.every((word) => words.includes(word))) return 'certain';
      return words.some((word) => word.startsWith('$')) ? 'possible' : undefined;
    },
  };
}

function analyse(text: string, { folder }: { readonly folder?: string | undefined }): CommandReading {
  const brace = text.indexOf('{');
  const files: CommandFile[] = [];
  const programs = text.split('&&').flatMap((part): readonly CommandProgram[] => {
    const position = text.indexOf(part);
    const command = part.replaceAll(/([<>]) *(\S+)/g, (written, by: string, name: string) => {
      const path = name.startsWith('$') ? undefined : folder === undefined ? name : `${folder}/${name}`;
      files.push({ tool: by === '>' ? 'write_to_file' : 'read_file', path, text: written, position, by });
      return '';
    });
    const words = wordsOf(command);
    if (words[0] === '') return [];
    if (words[0] === 'rmdir')
      files.push({ tool: 'delete_file', path: words[1], text: words[1] ?? '', position, by: 'rmdir' });
    if (words[0] === 'nice')
      return [
        { text: command.trim(), position, need: 'wrapper' },
        { text: words.slice(1).join(' '), position, need: 'rule' },
      ];
    const need = words[0] === 'cd' || words[0] === 'echo' ? 'free' : 'rule';
    return [{ text: command.trim(), position, need, ...(words[0] === 'cd' ? { folder: words[1] ?? '' } : {}) }];
  });
  const unreadable =
    brace < 0 ? undefined : { construct: 'a brace, which the shell may expand', text: '{', position: brace };
  return { unreadable, programs, files };
}
