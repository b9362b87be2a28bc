import { decide } from '@modegate/mode-core';
import { toolCatalogue } from '@modegate/mode-core/tools';
import { shownList } from '../../source/shown.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';
import { modeTexts } from './mode-text.ts';

/** M074: a prompt that demands tools that the mode does not have. */
export const promptDemandsRefusedTool = defineRule(['M074', 'prompt-demands-refused-tool', 'warning', 'strict'], {
  summary: 'The instructions of a mode ask for a tool that the groups of the mode do not include.',
  reason:
    'If the prompt tells the model to call a tool that it does not have or may not call, the model tries, fails, and often looks for a workaround, such as another mode or a command. Either the instructions are left over from another mode, or a group is missing. The rule looks for tool names, such as `write_to_file`. It ignores sentences that forbid something or refer to another mode.',
  ...exampleWithRepair(
    modeFile(
      'tester',
      'You test.',
      'customInstructions: Use the write_to_file tool to create new test files.',
      'groups: [read, command]',
    ),
    {
      'Use the write_to_file tool to create new test files.':
        'Never call write_to_file; hand changes to the code mode, which has apply_diff.',
    },
  ),
  *check(workspace) {
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const isRefused = (tool: string) => refusesTool(workspace, mode.slug, tool);
      for (const { pointer, text } of modeTexts(mode)) {
        if (!instructions.test(pointer)) continue;
        const refused = [...new Set(demandedTools(text.slice(0, maxLength)))].filter(isRefused);
        if (refused.length === 0) continue;
        const message = `The instructions of mode '${mode.slug}' ask for ${shownList(refused)}, but its groups do not include ${refused.length === 1 ? 'this tool' : 'these tools'}. Add the group, or change the text.`;
        yield { message, location: mode.file.locateKey(pointer), mode: mode.slug };
      }
    }
  },
});

/** True if the tool is refused regardless of its arguments. */
function refusesTool({ policy }: Workspace, mode: string, tool: string): boolean {
  const decision = decide(policy, { mode, tool });
  return !decision.allowed && (decision.code === 'GROUP_MISSING' || decision.code === 'TOOL_DISABLED');
}

const instructions = /\/(?:roleDefinition|customInstructions)$/;
const maxLength = 50_000;

// A single-word name, such as `edit`, usually appears as an ordinary word.
const names = toolCatalogue.map(({ name }) => name).filter((name) => name.includes('_'));
const anyName = new RegExp(`(?<![\\w/.-])(?:${names.join('|')})(?![\\w/.-]*\\w)`, 'g');
const otherwise =
  /\b(?:not|never|no|none|cannot|can't|don't|doesn't|isn't|without|avoid|instead of|rather than|unless|if|when|forbid\w*|prohibit\w*|disallow\w*|restrict\w*|lacks?|only|delegat\w*|modes?|subtasks?|agents?|switch_mode|new_task)\b/i;

function demandedTools(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.!?;])\s|\n/);
  return sentences.flatMap((sentence) => (otherwise.test(sentence) ? [] : (sentence.match(anyName) ?? [])));
}
