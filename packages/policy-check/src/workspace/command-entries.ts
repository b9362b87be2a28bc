import { readCommandSet } from '../commands/command-sets.ts';
import { isEvaluated } from './restriction-entries.ts';
import type { CheckedMode, CommandRuleEntry } from './workspace.ts';

/** Lists the usable entries in the command lists of all effective, readable modes. */
export function listWrittenCommands(modes: readonly CheckedMode[]): readonly CommandRuleEntry[] {
  return modes.filter(hasCommandRules).flatMap((mode) => {
    const at = `${mode.pointer}/commandRestrictions`;
    return readCommandSet(mode.loaded.config).entries.map((entry) => ({
      ...entry,
      mode,
      pointer: `${at}${entry.pointer}`,
      textPointer: `${at}${entry.textPointer}`,
    }));
  });
}

/** True if a mode has `commandRestrictions` that the policy uses. */
export function hasCommandRules(mode: CheckedMode): boolean {
  const { commandsInvalid, config } = mode.loaded;
  return isEvaluated(mode) && commandsInvalid === undefined && config.commandRestrictions !== undefined;
}
