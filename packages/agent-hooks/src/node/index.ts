export {
  type ActiveMode,
  type ActiveModeOptions,
  findActiveMode,
} from './active-mode.ts';
export { toAuditLine } from './audited-call.ts';
export { chosenModeFile, chosenModeText, hasChosenMode, readChosenMode } from './chosen-mode.ts';
export { type HookQuestion, type JudgedCall, judgePayload } from './judge-payload.ts';
export type { HookSettings, JudgedProject } from './judged-project.ts';
