import { createModeProblem, type ModeProblem } from '../modes/mode-problem.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import type { CommandJudge } from './command-judge.ts';

/** Reports the rules of some modes that the analyser cannot use, each once. */
export function findFaultyRules(
  modes: Iterable<CompiledMode>,
  judge: CommandJudge | undefined,
): readonly ModeProblem[] {
  if (judge === undefined) return [];
  const sets = new Set([...modes].flatMap(({ commands }) => commands?.sets ?? []));
  return [...sets].flatMap((set) =>
    judge.findFaults(set).map(({ rule, message }) => {
      const details = { message, pointer: rule.by.pointer, mode: set.owner };
      return createModeProblem(set.layer, 'COMMAND_RULE_INVALID', details);
    }),
  );
}
