// Everything here is public API: add with care.
export type { ConfigProblem, ServerEntry } from '@modegate/server-config';
export { compileProject } from './compile-project.ts';
export {
  type BypassSearch,
  findGatewayBypasses,
  type GatewayBypass,
  gatewayBypassProblem,
  gatewayServerFiles,
  serversByClient,
} from './gateway-bypasses.ts';
export type { PolicySource, ProjectOptions } from './policy-source.ts';
export type { ModesSource, Project, ProjectProblem, ProjectSource, ServersSource } from './project.ts';
export { type FileReadResult, memoryFiles, type ProjectFiles } from './project-files.ts';
export { type PolicySources, readPolicySources, readProject } from './read-project.ts';
export { createShellCommandJudge } from './shell-command-judge.ts';
export { type Layer, projectModeFiles, projectServerFiles, type SourceLocation } from './source-locations.ts';
