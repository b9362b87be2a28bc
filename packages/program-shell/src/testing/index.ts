export { createFolder, writeFiles, writeInto } from './folders.ts';
export { type HttpProgram, startHttpServer } from './http-program.ts';
export {
  collect,
  environment,
  installedScript,
  type Outcome,
  runScript,
  type Surroundings,
  startScript,
} from './run-program.ts';
