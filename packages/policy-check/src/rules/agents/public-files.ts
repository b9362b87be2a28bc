import type { Rule } from '../../workspace/rule.ts';

/**
 * Number of files in public repositories for which each rule reports something, by rule name; a test verifies these
 * numbers.
 */
export const publicFiles: Readonly<Record<string, NonNullable<Rule['publicFiles']>>> = {
  'rule-does-nothing': [
    { agent: 'Claude Code', found: 3, of: 289 },
    { agent: 'opencode and Kilo', found: 13, of: 141 },
    { agent: 'Codex', found: 2, of: 123 },
  ],
  'allow-reaches-further': [
    { agent: 'Claude Code', found: 36, of: 289 },
    { agent: 'opencode and Kilo', found: 25, of: 141 },
    { agent: 'Codex', found: 11, of: 123 },
  ],
  'defeated-rule': [
    { agent: 'Claude Code', found: 1, of: 289 },
    { agent: 'opencode and Kilo', found: 23, of: 141 },
  ],
  'denial-reaches-less': [
    { agent: 'Claude Code', found: 8, of: 289 },
    { agent: 'opencode and Kilo', found: 5, of: 141 },
    { agent: 'Codex', found: 8, of: 123 },
  ],
  'denial-evaded': [
    { agent: 'Claude Code', found: 2, of: 289 },
    { agent: 'opencode and Kilo', found: 2, of: 141 },
    { agent: 'Codex', found: 10, of: 123 },
  ],
  'file-denial-evaded': [
    { agent: 'Claude Code', found: 6, of: 289 },
    { agent: 'opencode and Kilo', found: 46, of: 141 },
    { agent: 'Codex', found: 7, of: 123 },
  ],
  'open-without-a-rule': [
    { agent: 'Claude Code', found: 22, of: 289 },
    { agent: 'opencode and Kilo', found: 14, of: 141 },
    { agent: 'Codex', found: 2, of: 123 },
  ],
  'everything-allowed': [
    { agent: 'Claude Code', found: 9, of: 289 },
    { agent: 'opencode and Kilo', found: 41, of: 141 },
    { agent: 'Codex', found: 5, of: 123 },
  ],
  'duplicate-rule': [{ agent: 'Claude Code', found: 4, of: 289 }],
  'servers-approved-wholesale': [{ agent: 'Claude Code', found: 5, of: 289 }],
  'fetch-and-run': [
    { agent: 'opencode and Kilo', found: 18, of: 141 },
    { agent: 'Codex', found: 5, of: 123 },
  ],
  'unknown-tool-name': [
    { agent: 'Claude Code', found: 7, of: 289 },
    { agent: 'opencode and Kilo', found: 25, of: 141 },
  ],
  'key-not-read': [
    { agent: 'Claude Code', found: 9, of: 289 },
    { agent: 'Codex', found: 1, of: 123 },
  ],
  'personal-path': [
    { agent: 'Claude Code', found: 7, of: 289 },
    { agent: 'opencode and Kilo', found: 1, of: 141 },
    { agent: 'Codex', found: 1, of: 123 },
  ],
  'local-settings-shared': [{ agent: 'Claude Code', found: 31, of: 289 }],
  'other-agent-may-more': [],
  'subagent-may-more': [{ agent: 'opencode and Kilo', found: 5, of: 141 }],
};
