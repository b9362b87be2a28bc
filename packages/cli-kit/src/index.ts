export { AppError } from '@modegate/text-files/settings';
export { collectValues } from './collect-values.ts';
export { confineToFolder } from './confine-to-folder.ts';
export { addHelp, type Examples } from './help.ts';
export { hintOnTerminal } from './hint-on-terminal.ts';
export { type HeldSignals, holdSignals } from './hold-signals.ts';
export {
  type HttpFileSettings,
  type HttpFlags,
  type HttpLimitName,
  type HttpLimitValues,
  type HttpServeOptions,
  type HttpSettings,
  httpLimitSettings,
  requireGuard,
  resolveHttpSettings,
  startHttp,
} from './http-settings.ts';
export { createLog, type FileLog, type Log, type LogLevelName, type LogOptions, logLevels } from './log.ts';
export { logFormatProblem } from './log-format.ts';
export { makeFolder } from './make-folder.ts';
export {
  flushOutput,
  print,
  printError,
  printLines,
  printText,
  type Style,
  stripControls,
  styled,
} from './print.ts';
export { type PruneOptions, pruneOldFiles } from './prune-old-files.ts';
export { type Program, runProgram } from './run-program.ts';
export { type ServeCommandFlags, type ServeFlags, type ServerCommandOptions, serverCommand } from './server-command.ts';
export {
  type Environment,
  expandPath,
  nonEmpty,
  readChoice,
  readSwitch,
  readToolErrors,
  splitList,
  toolErrorForms,
} from './setting-values.ts';
export { confirm, processTerminal, type Terminal } from './terminal.ts';
