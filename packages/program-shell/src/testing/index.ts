export { createFolder, writeFiles, writeInto } from './folders.ts';
export {
  collect,
  environment,
  installedScript,
  type Outcome,
  runScript,
  type Surroundings,
  startScript,
} from './run-program.ts';
