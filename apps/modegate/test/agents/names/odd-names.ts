import type { OfferedTools } from '../lab/install-agent.ts';

const tools = [
  'create_issue',
  'delete-issue',
  'repo.delete',
  'del x',
  'GetComment',
  'list/pr',
  'ask:it',
  '9lives',
  'ünder',
  'delete_repository_and_all_of_its_branches',
  'delete_repository_and_all_of_its_branches_and_tags_too',
  't'.repeat(60),
  'u'.repeat(100),
];

/** Servers and tools with blanks, dots, upper case and other characters, from 60 to 100 characters, and names that are prefixes of each other. */
export const oddNames: OfferedTools = {
  github: tools,
  'github-enterprise': ['create_issue', 'delete-issue'],
  github_enterprise: ['list'],
  github__x: ['list'],
  'git hub': tools.slice(0, 4),
  'Git.Hub': ['create_issue', 'repo.delete', 't'.repeat(60)],
  GITLAB: ['GetComment'],
  'a/b:c': ['list'],
  ümlaut: ['list', 'ünder'],
  apply: ['patch', 'other'],
  ['s'.repeat(60)]: ['list', 't'.repeat(60)],
  ['v'.repeat(100)]: ['list', 'get'],
};
