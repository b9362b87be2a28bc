import type { Decision } from '../../decision.ts';
import type { CommandJudge, CommandSettings, RestrictedCommand } from '../command-judge.ts';
import { decideCommand } from './decide-command.ts';
import { explainParts } from './explain-parts.ts';
import { prepareCommand } from './prepare-command.ts';
import { readCommandRules } from './read-command-rules.ts';

/**
 * Creates the command judge that `compilePolicy` needs for modes with `commandRestrictions`.
 *
 * @param settings.analyser - `shellAnalyser` from `@modegate/shell-commands`.
 */
export function createCommandJudge({ analyser, shell }: CommandSettings): CommandJudge {
  return {
    analyser,
    shell,
    findFaults: (set) => readCommandRules(set, analyser).faults,
    decide,
    explain: explainParts,
  };
}

/** Decides on the command in a call, and caches the decision if it depends only on the command. */
function decide(call: RestrictedCommand): Decision {
  const question = prepareCommand(call);
  if ('allowed' in question) return question;
  const decision = decideCommand(question);
  const { rules, request, command, folder, shell } = question;
  if (rules.isConditional || request.pathKinds !== undefined || command.length > maxRememberedLength) return decision;
  if (rules.known.size >= maxRememberedCommands) rules.known.clear();
  rules.known.set(command, { shell, folder, decision });
  return decision;
}

// More commands than any one task runs. Bounds memory use if a caller makes up commands.
const maxRememberedCommands = 1024;
const maxRememberedLength = 2048;
