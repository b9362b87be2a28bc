import { example } from '../../workspace/rule.ts';
import { agentRule } from './agent-rule.ts';

/** M114: settings of one person in the project. */
export const localSettingsShared = agentRule({
  id: 'M114',
  name: 'local-settings-shared',
  severity: 'warning',
  preset: 'default',
  summary: 'The settings that Claude Code keeps for one person are among the files of the project.',
  reason:
    'Claude Code writes the answers of a person into `.claude/settings.local.json` and expects git to ignore it. Shared, the answers count for everybody who trusts the folder, and for sessions without a person. A file that git ignores is not reported. Without git nothing says who gets the file, so it is reported.',
  examples: {
    'Claude Code': {
      bad: example({
        '.claude/settings.local.json': `
          {
            "permissions": {
              "allow": ["Bash(npm test)"]
            }
          }
        `,
      }),
      good: example({
        '.claude/settings.json': `
          {
            "permissions": {
              "allow": ["Bash(npm test)"]
            }
          }
        `,
      }),
    },
  },
});
