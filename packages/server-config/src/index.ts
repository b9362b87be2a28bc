// Everything here is public API: add with care.
export {
  type ClientFile,
  type ClientFilePlace,
  type ClientName,
  type ClientSurroundings,
  clientFilePath,
  clientFiles,
  clientScopes,
  isClientName,
} from './client-files.ts';
export { configFileKind, sourceOfKind } from './config-file-kind.ts';
export {
  CONFIG_PROBLEM_CODES,
  type ConfigProblem,
  type ConfigProblemCode,
  type ConfigProblemSeverity,
  type Position,
} from './config-problem.ts';
export { FOREIGN_LIMIT_KEYS, type ForeignLimitKey, type LimitKey } from './foreign-limits.ts';
export { backupFileName, type InstallPlan } from './install-plan.ts';
export type { InstallTarget } from './install-target.ts';
export { MAX_CONFIG_BYTES, MAX_CONFIG_DEPTH } from './json-text.ts';
export { mergeServers } from './merge-servers.ts';
export { sanitiseServerName } from './name-collisions.ts';
export { nearestName } from './nearest-name.ts';
export { type InstalledCommand, type PlanInstallOptions, planInstall } from './plan-install.ts';
export { planUninstall } from './plan-uninstall.ts';
export {
  type ReadServerConfigOptions,
  readServerConfig,
  type ServerConfigReading,
} from './read-server-config.ts';
export type { RemoteServerConfig, ServerConfig, ServerSettings, StdioServerConfig } from './server-config.ts';
export { ServerConfigError, type ServerConfigErrorCode, type ServerConfigErrorData } from './server-config-error.ts';
export type {
  ConfigFileKind,
  ConfigSource,
  InvalidServerEntry,
  Place,
  ServerEntry,
  ServerEntryPlaces,
  ServerEntryPolicy,
  ValidServerEntry,
} from './server-entry.ts';
export { type McpServerPolicy, type ServerFileState, toPolicyServers } from './server-policy.ts';
export { serversJsonSchema } from './servers-json-schema.ts';
export { substituteVariables, type VariableProblem } from './substitute-variables.ts';
export type { VariableContext } from './variable-context.ts';
export { type CommandLine, wrapCommandForWindows } from './windows-command.ts';
