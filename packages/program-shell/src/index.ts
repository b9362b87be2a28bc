export { AppError } from '@modegate/text-files/settings';
export { addHelp, type Examples } from './help.ts';
export { hintOnTerminal } from './hint-on-terminal.ts';
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
export { holdSignals, type Interruption } from './interruption.ts';
export { keepNewest, type NewestFiles } from './keep-newest.ts';
export { createLog, type FileLog, type Log, type LogLevelName, type LogOptions, logLevels } from './log.ts';
export { logFormatProblem } from './log-format.ts';
export { makeFolder } from './make-folder.ts';
export { print, printable, printed, printLines, printText, remark, type Style, styled } from './print.ts';
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
export { stayIn } from './stay-in.ts';
export { confirm, processTerminal, type Terminal } from './terminal.ts';
