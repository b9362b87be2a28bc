import { defaultRule, type Refusal, refuse } from '../../decision.ts';
import { show } from '../../show.ts';
import { findShell } from '../check-command.ts';
import type { RestrictedCommand } from '../command-judge.ts';
import type { CommandQuestion } from './command-question.ts';
import { readCommandRules } from './read-command-rules.ts';

/** @internal Reads the command from a call; returns a refusal if the call contains no command. */
export function prepareCommand(call: RestrictedCommand): CommandQuestion | Refusal {
  const { mode, rules, request, judge } = call;
  const { command, cwd } = request.params ?? {};
  const by = defaultRule('command-named', mode.mode.config.slug);
  if (typeof command !== 'string' || command.trim() === '') {
    const given = command === undefined ? '' : `, not ${show(command)}`;
    const reason = `This call contains no command. Specify the command as text in 'command'${given}.`;
    return refuse('COMMAND_MISSING', by, reason);
  }
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') {
    const reason = `The working folder in 'cwd' of this call must be a path as text, not ${show(cwd)}.`;
    return refuse('COMMAND_MISSING', by, reason);
  }
  const folder = cwd ?? undefined;
  const shell = findShell(judge, request);
  return {
    ...call,
    command,
    folder,
    shell,
    sets: rules.sets.map((set) => ({ set, rules: readCommandRules(set, judge.analyser) })),
    reading: judge.analyser.analyse(command, { shell, folder }),
  };
}
