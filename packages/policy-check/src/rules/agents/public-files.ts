import type { Rule } from '../../workspace/rule.ts';

/**
 * Number of files in public repositories for which each rule reports something, keyed by rule name; a test verifies
 * these numbers.
 */
export const publicFiles: Readonly<Record<string, NonNullable<Rule['publicFiles']>>> = {
  'rule-does-nothing': share(3, 13, 2),
  'allow-reaches-further': share(36, 25, 11),
  'defeated-rule': share(1, 23, 0),
  'denial-reaches-less': share(8, 5, 8),
  'denial-evaded': share(2, 2, 10),
  'file-denial-evaded': share(6, 46, 7),
  'open-without-a-rule': share(22, 14, 2),
  'everything-allowed': share(9, 41, 5),
  'duplicate-rule': share(4, 0, 0),
  'servers-approved-wholesale': share(5, 0, 0),
  'fetch-and-run': share(0, 18, 5),
  'unknown-tool-name': share(7, 25, 0),
  'key-not-read': share(9, 0, 1),
  'personal-path': share(7, 1, 1),
  'local-settings-shared': share(31, 0, 0),
  'other-agent-may-more': share(0, 0, 0),
  'subagent-may-more': share(0, 5, 0),
};

/** The files found for each agent, among those that were read; an agent with none is left out. */
function share(claudeCode: number, opencodeAndKilo: number, codex: number): NonNullable<Rule['publicFiles']> {
  return [
    { agent: 'Claude Code', found: claudeCode, of: 289 },
    { agent: 'opencode and Kilo', found: opencodeAndKilo, of: 141 },
    { agent: 'Codex', found: codex, of: 123 },
  ].filter(({ found }) => found > 0);
}
