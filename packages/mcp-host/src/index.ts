// The public surface, written out by hand. Nothing else is exported.

export { type AppliedPlan, applyPlan, type WriteWhole } from './config/apply-plan.ts';
export {
  type ClientFile,
  type ClientFilePlace,
  type ClientName,
  type ClientSurroundings,
  clientFilePath,
  clientFiles,
  clientScopes,
  isClientName,
} from './config/client-files.ts';
export { configFileKind } from './config/config-file-kind.ts';
export {
  CONFIG_PROBLEM_CODES,
  type ConfigProblem,
  type ConfigProblemCode,
  type ConfigProblemSeverity,
  type Position,
} from './config/config-problem.ts';
export { backupFileName, type InstallPlan } from './config/install-plan.ts';
export type { InstallTarget } from './config/install-target.ts';
export { MAX_CONFIG_BYTES, MAX_CONFIG_DEPTH } from './config/json-text.ts';
export { type ConfigTextReading, loadConfigText } from './config/load-config-text.ts';
export {
  type LoadedConfigFile,
  type LoadedServerConfigs,
  type LoadServerConfigsOptions,
  loadServerConfigs,
  type ServerConfigFile,
} from './config/load-server-configs.ts';
export { mergeServers } from './config/merge-servers.ts';
export { sanitiseServerName } from './config/name-collisions.ts';
export { type InstalledCommand, type PlanInstallOptions, planInstall } from './config/plan-install.ts';
export { planUninstall } from './config/plan-uninstall.ts';
export { readConfigFile } from './config/read-config-file.ts';
export {
  type ReadServerConfigOptions,
  readServerConfig,
  type ServerConfigReading,
} from './config/read-server-config.ts';
export type { RemoteServerConfig, ServerConfig, ServerSettings, StdioServerConfig } from './config/server-config.ts';
export type {
  ConfigFileKind,
  ConfigSource,
  InvalidServerEntry,
  Place,
  ServerEntry,
  ServerEntryPlaces,
  ServerEntryPolicy,
  ValidServerEntry,
} from './config/server-entry.ts';
export { type McpServerPolicy, toPolicyServers } from './config/server-policy.ts';
export { serversJsonSchema } from './config/servers-json-schema.ts';
export { substituteVariables, type VariableProblem } from './config/substitute-variables.ts';
export type { VariableContext } from './config/variable-context.ts';
export { type CommandLine, wrapCommandForWindows } from './config/windows-command.ts';
export { HostError, type HostErrorCode, type HostErrorData } from './host-error.ts';
