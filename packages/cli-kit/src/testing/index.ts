export { createFolder, writeFiles, writeInto } from './folders.ts';
export { type HttpProgram, startHttpServer } from './http-program.ts';
export {
  collectOutput,
  environment,
  installedScript,
  type Outcome,
  type RunEnvironment,
  runScript,
  startScript,
} from './run-program.ts';
