import type { CommandAnalysis, FileAccess, ProgramRun } from '@modegate/shell-commands';

/**
 * @internal Describes the effects of a command beyond starting its programs, as clauses worded to follow "The command".
 */
export function describeEffects({ unreadable, programs, files }: CommandAnalysis): readonly string[] {
  const construct =
    unreadable === undefined ? [] : [`contains ${unreadable.construct}, so its text does not show what it does`];
  return [...construct, ...programs.flatMap(describeGuarded), ...files.flatMap(describeAccess)];
}

function describeGuarded({ guarded, words }: ProgramRun): readonly string[] {
  return guarded.map(({ index, option, why }) => {
    const name = option === '' ? (words[index]?.text ?? '') : option;
    return `has an argument '${name}' that ${why}`;
  });
}

function describeAccess({ tool, path, by }: FileAccess): readonly string[] {
  const what = path ?? 'files that its text does not specify';
  if (tool === 'write_to_file') return [`writes ${what} (${by})`];
  return tool === 'delete_file' ? [`changes or deletes ${what} (${by})`] : [];
}
