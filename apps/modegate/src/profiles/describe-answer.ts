import type { AgentAnswer, AgentEffect, CommandEffects, Confinement, MatchedRule } from '@modegate/agent-policies';
import { escapeControls, type ReportStyle } from '@modegate/policy-check/reporters';
import { styledAs } from '../report-style.ts';
import type { HookedAnswer } from './own-hook.ts';

const outcomes: Readonly<Record<AgentEffect, readonly [string, string, ReportStyle]>> = {
  allow: ['✓', 'allowed', 'success'],
  ask: ['!', 'asks a person', 'warning'],
  deny: ['✗', 'denied', 'error'],
  'not offered': ['✗', 'not offered', 'error'],
  unknown: ['?', 'unknown', 'warning'],
};

/** The call to which an answer applies, and its circumstances. */
export interface AnsweredCall {
  readonly profile: string;
  readonly tool: string;
  /** Phrase about the circumstances, including defaults. */
  readonly circumstances: string;
  readonly effects: CommandEffects | undefined;
}

/** Describes an agent's answer in lines for a terminal. */
export function describeAnswer(
  answer: HookedAnswer,
  { profile, tool, circumstances, effects }: AnsweredCall,
): readonly string[] {
  const [sign, word, style] = outcomes[answer.effect];
  return [
    `${styledAs(style, `${sign} ${word}`)}  ${escapeControls(`${tool} in profile ${profile}`)}`,
    '',
    ...answer.by.map((rule) => ruleLine(rule, '')),
    ...answer.shadowed.map((rule) => ruleLine(rule, '  does not decide')),
    ...(answer.by.length + answer.shadowed.length === 0 ? [] : ['']),
    labelled('because', answer.because),
    ...(answer.within === undefined ? [] : [labelled('within', describeConfinement(answer.within))]),
    ...describeEffects(answer, effects),
    ...describeHook(answer),
    labelled('assumes', `${circumstances}.`),
  ];
}

/** Describes both answers if a Modegate hook also evaluates the calls. */
function describeHook({ hook, withoutHook, effect }: HookedAnswer): readonly string[] {
  if (hook === undefined) return [];
  const { file, verdict } = hook;
  const own = withoutHook === undefined ? '' : `, ${outcomes[withoutHook][1]} without the hook`;
  const word = verdict.allowed ? `no objection, so the agent's answer counts` : outcomes[effect][1];
  return [labelled('hook', `${file}: ${word}${own}.`)];
}

function ruleLine({ rule, effect, file, line }: MatchedRule, note: string): string {
  const [sign, , style] = outcomes[effect];
  const place = file === undefined ? '' : `  ${line === undefined ? file : `${file}:${line}`}`;
  return `  ${styledAs(note === '' ? style : 'faint', sign)} ${escapeControls(rule)}${styledAs('faint', `${escapeControls(place)}${note}`)}`;
}

function labelled(label: string, text: string): string {
  return `${styledAs('faint', label)}  ${escapeControls(text)}`;
}

function describeConfinement({ read, write, network, mayAsk }: Confinement): string {
  const folders = (list: Confinement['read']) => (list === 'all' ? 'everything' : list.join(', ') || 'nothing');
  return `a sandbox that reads ${folders(read)}, writes ${folders(write)}, and has ${network ? 'a' : 'no'} network connection; the agent may ${mayAsk ? '' : 'not '}ask to leave the sandbox.`;
}

/**
 * Describes effects that are not apparent from a command's name, if the agent runs the command or asks for approval.
 */
function describeEffects({ effect, by }: AgentAnswer, effects: CommandEffects | undefined): readonly string[] {
  if (effects === undefined || !effects.isMoreThanItLooks || effect === 'deny' || effect === 'not offered') return [];
  const rule = by.find((one) => one.effect === 'allow' && one.file !== undefined);
  const subject =
    effect === 'allow' && rule !== undefined ? `'${rule.rule}' allows '${effects.command}', which` : 'The command';
  const runs = effects.programs.length < 2 ? [] : [`runs ${effects.programs.join(' | ')}`];
  const parts = [...runs, ...effects.effects];
  const all = parts.length > 0 ? parts : [`runs ${effects.programs.join(', ') || 'no program'}`];
  return [labelled('really', `${subject} ${all.join('; ')}.`)];
}
