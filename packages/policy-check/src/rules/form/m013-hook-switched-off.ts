import { createSourceText } from '../../source/source-text.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M013: an agent's settings file that disables the hook. */
export const hookSwitchedOff = defineRule(['M013', 'hook-switched-off', 'error', 'default'], {
  summary: 'An agent settings file disables hooks, or causes the agent to drop the hook.',
  reason:
    'An agent that does not run its hook gives no warning, and it allows all calls. Claude Code ignores a settings file that contains a comment, a trailing comma or a value of the wrong type, including any hook in that file. The rule checks the files of the agents whose hooks are in the project; if `modegate.config.json` has the key `hooks`, it checks the files of all agents.',
  ...exampleWithRepair(
    {
      ...modeFile('docs', 'You write documents.', 'groups: [read]'),
      'modegate.config.json': '{ "hooks": { "defaultMode": "docs" } }\n',
      '.claude/settings.json': '{\n  "disableAllHooks": true\n}\n',
    },
    { true: 'false' },
  ),
  *check({ hookFaults }) {
    for (const { file, text, line, column, pointer, message } of hookFaults) {
      const location = createSourceText({ file, text }).locateLine({ line, column }, pointer);
      yield { message: `${message} In that case, calls are not checked.`, location };
    }
  },
});
