import { spawnSync } from 'node:child_process';
import { listFacts, optionName, splitOptions } from './list-facts.ts';

const dangerous = [
  'runs',
  'writes',
  'writesUnknown',
  'writesBelow',
  'writesInstead',
  'writesHere',
  'edits',
  'changesOperands',
] as const;

/**
 * Lists the options that an installed program documents, without those with which it runs or writes according to the
 * facts about it.
 */
export function listOtherOptions(name: string): readonly string[] {
  const facts = listFacts().find((one) => one.name === name)?.facts;
  if (facts === undefined) throw new Error(`There are no facts about '${name}'.`);
  const known = new Set(dangerous.flatMap((list) => splitOptions(facts[list])).map(optionName));
  const [program = '', ...words] = name.split(' ');
  const help = program === 'git' ? gitHelp(words) : ask([program, '--help']) + ask([program, '-h']);
  const options = [...help.matchAll(/(?<![\w<[=-])--?[a-zA-Z0-9][\w-]*/g)].map(([option]) => option);
  return [...new Set(options)].filter((option) => !known.has(option) && !known.has(option.slice(0, 2)));
}

/** Returns help texts of a Git command: its long options, those that it shares with `git diff`, and its short ones. */
function gitHelp(words: readonly string[]): string {
  const shared = /^(?:log|show)$/.test(words.join(' ')) ? ask(['git', 'diff', '--git-completion-helper-all']) : '';
  return `${shared} ${ask(['git', ...words, '--git-completion-helper-all'])} ${ask(['git', ...words, '-h'])}`;
}

function ask([program = '', ...words]: readonly string[]): string {
  const env = { ...process.env, LC_ALL: 'C' };
  const { stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env, input: '', timeout: 5000 });
  return `${stdout} ${stderr}`;
}
