import { example } from '../define-rule.ts';
import { agentRule } from './agent-rule.ts';

/** M114: one person's settings shared with the project. */
export const localSettingsShared = agentRule(['M114', 'local-settings-shared', 'warning', 'default'], {
  summary: 'The settings that Claude Code keeps for one person are shared with the project.',
  reason:
    'Claude Code saves the answers of one person in `.claude/settings.local.json` and expects git to ignore the file. If the file is shared, the answers apply to everyone who trusts the folder, and to unattended sessions. A file that git ignores is not reported. In a folder without git, Modegate cannot determine who gets the file, so it reports the file.',
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
