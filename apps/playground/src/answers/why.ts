import type { Circumstances } from '@modegate/mode-core';
import { readQuestion } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { explainCall, questionFields, type WhyAnswer } from '@modegate/restrictions-editor/model';
import { readArguments } from '@modegate/restrictions-editor/views';
import type { WhyQuestion } from '../state/playground-state.ts';

/** Determines whether a call is allowed, in the same way as `modegate why`. */
export function answerWhy(project: Project, question: WhyQuestion): WhyAnswer {
  const { policy } = project;
  const { mode, target } = question;
  const hasMode = policy.modes.some(({ config }) => config.slug === mode);
  // An unreadable modes file may define the mode; the policy reports this.
  const isModesBroken = project.sources.some(({ what, state }) => what === 'modes' && state === 'unreadable');
  if (!hasMode && !isModesBroken) return unclear('mode', 'No mode has this slug. Choose one from the list.');
  const args = readArguments(question.args);
  if (args === undefined) return unclear('args', 'Expected a JSON object, such as {"path":"src/a.ts"}.');
  const at = readTime(question.at);
  if (at === null) return unclear('at', 'Expected a time with a time zone, such as 2026-03-01T09:00:00Z.');
  const fields = questionFields(question);
  const reading = readQuestion(project, { mode, target: target.trim(), args, ...fields });
  if (reading.state !== 'call') return unclear('files', 'This tool takes one file at a time.');
  const explained = explainCall(policy, { ...reading.request, ...circumstancesOf(question, at) });
  return { ...explained, command: commandOf(question, fields) };
}

function unclear(field: Extract<WhyAnswer, { state: 'unclear' }>['field'], message: string): WhyAnswer {
  return { state: 'unclear', field, message };
}

/** Returns epoch milliseconds; undefined for empty text, null for anything except a time with a time zone. */
function readTime(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const time = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function circumstancesOf({ branch, ci }: WhyQuestion, at: number | undefined): Circumstances {
  const context = { ...(branch === '' ? {} : { branch }), ...(ci ? { ci } : {}) };
  return { ...(at === undefined ? {} : { at }), ...(branch === '' && !ci ? {} : { context }) };
}

function commandOf(
  { mode, target, args, at, branch, ci }: WhyQuestion,
  { files, command, shell }: ReturnType<typeof questionFields>,
): string {
  const words = [
    'npx',
    '@modegate/modegate',
    'why',
    mode,
    target.trim(),
    ...(command === undefined ? [] : [command]),
    ...(shell === undefined ? [] : ['--shell', shell]),
    ...files.flatMap((file) => ['--file', file]),
    ...(args.trim() === '' ? [] : ['--args', args.trim()]),
    ...(at.trim() === '' ? [] : ['--at', at.trim()]),
    ...(branch === '' ? [] : ['--branch', branch]),
    ...(ci ? ['--ci'] : []),
  ];
  return words.map(quote).join(' ');
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
