import { lazy } from '@modegate/json';
import { quoteWord } from '@modegate/shell-commands';
import { touchesFile } from '../../risks/command-clause.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { anyArgument, bash, decides, placeOfRule, samplePath } from './rule-calls.ts';

/** @internal Finds files that must not be read or changed, but that an allowed command reads or changes. */
export function* findEvadedFileDenials(place: ClaudePlace): Generator<RiskDraft> {
  const open = lazy(() => ({ Read: readers.map((one) => opened(place, one)), Edit: [opened(place, writers)] }));
  for (const rule of place.list('deny')) {
    const { tool, specifier } = rule;
    if ((tool !== 'Read' && tool !== 'Edit') || specifier === undefined) continue;
    const path = samplePath(specifier);
    if (!/^[\w./~@-]+$/.test(path)) continue;
    if (!decides(rule, place.ask({ tool, arguments: { file_path: path } }))) continue;
    for (const { kind, verb, commands } of open()[tool]) {
      const found = commands
        .map((write) => ({ text: write(path), cause: allowanceOf(place, write(path)) }))
        .find(({ text, cause }) => cause !== undefined && touchesFile(text, path));
      if (found?.cause === undefined) continue;
      const { text, cause } = found;
      const message = `${quoteText(rule.text)} denies ${tool} ${path}, but ${quoteText(text)} ${verb} it without asking, because of ${quoteText(cause)}. Claude Code applies path rules only to the commands that it knows, and to names that are written out in full.`;
      yield { rule: 'file-denial-evaded', severity: 'error', ...placeOfRule(rule), message, kind };
    }
  }
}

/** Returns an evasion with only those of its programs that may be started; files are opened one at a time. */
function opened(place: ClaudePlace, evasion: Evasion): Evasion {
  const { kind, commands } = evasion;
  if (kind === 'overwrite') return evasion;
  return { ...evasion, commands: commands.filter((write) => allowanceOf(place, write(anyArgument)) !== undefined) };
}

/**
 * Returns, from a file, the rule that allows a command. Commands that Claude Code allows without a rule, such as `grep
 * -r`, have no such rule.
 */
function allowanceOf({ ask }: ClaudePlace, command: string): string | undefined {
  const { effect, by } = ask(bash(command));
  return effect === 'allow' ? by.find(({ file }) => file !== undefined)?.rule : undefined;
}

interface Evasion {
  readonly kind: string;
  readonly verb: string;
  readonly commands: readonly ((path: string) => string)[];
}

const readers: readonly Evasion[] = [
  {
    kind: 'read',
    verb: 'reads',
    commands: [
      (path) => `bash -c ${quoteWord(`cat ${path}`)}`,
      (path) => `python3 -c "print(open('${path}').read())"`,
      (path) => `python -c "print(open('${path}').read())"`,
      (path) => `node -p "require('fs').readFileSync('${path}','utf8')"`,
      (path) => `grep -r '' ${folderOf(path)}`,
      (path) => `rg --hidden --no-ignore '' ${folderOf(path)}`,
      (path) => `find ${folderOf(path)} -type f -exec cat {} +`,
    ],
  },
  { kind: 'overwrite', verb: 'overwrites', commands: [(path) => `echo x > ${path}`] },
];

const writers: Evasion = {
  kind: 'write',
  verb: 'changes',
  commands: [
    (path) => `truncate -s 0 ${path}`,
    (path) => `dd if=/dev/null of=${path}`,
    (path) => `git checkout -- ${path}`,
    (path) => `python3 -c "open('${path}','w')"`,
    (path) => `python -c "open('${path}','w')"`,
    (path) => `node -e "require('fs').writeFileSync('${path}','')"`,
    (path) => `bash -c ${quoteWord(`echo x > ${path}`)}`,
  ],
};

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash === -1) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}
