// Everything here is public API: add with care.

export { createCommandJudge } from './judge/create-command-judge.ts';
export { readRequestCommand } from './judge/read-request-command.ts';
export { type ListedCommandRule, type ListedCommandRules, listCommandRules } from './list-command-rules.ts';
