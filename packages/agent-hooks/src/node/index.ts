export { toAuditDecision } from './audited-call.ts';
export { chosenModeFile, chosenModeText, hasChosenMode, readChosenMode } from './chosen-mode.ts';
export { type HookQuestion, type JudgedCall, judgePayload } from './judge-payload.ts';
export type { HookSettings, JudgedProject } from './judged-project.ts';
export { findModeInForce, type ModeInForce, type ModeQuestion } from './mode-in-force.ts';
