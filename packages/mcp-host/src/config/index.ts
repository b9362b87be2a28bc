// The public surface of the configuration half, written out by hand. Nothing else is exported.
export { HostError, type HostErrorCode, type HostErrorData } from '../host-error.ts';
export { type AppliedPlan, applyPlan, type WriteWhole } from './apply-plan.ts';
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
export { configFileKind } from './config-file-kind.ts';
export {
  CONFIG_PROBLEM_CODES,
  type ConfigProblem,
  type ConfigProblemCode,
  type ConfigProblemSeverity,
  type Position,
} from './config-problem.ts';
export { backupFileName, type InstallPlan } from './install-plan.ts';
export type { InstallTarget } from './install-target.ts';
export { MAX_CONFIG_BYTES, MAX_CONFIG_DEPTH } from './json-text.ts';
export { type ConfigTextReading, loadConfigText } from './load-config-text.ts';
export {
  type LoadedConfigFile,
  type LoadedServerConfigs,
  type LoadServerConfigsOptions,
  loadServerConfigs,
  type ServerConfigFile,
} from './load-server-configs.ts';
export { mergeServers } from './merge-servers.ts';
export { sanitiseServerName } from './name-collisions.ts';
export { type InstalledCommand, type PlanInstallOptions, planInstall } from './plan-install.ts';
export { planUninstall } from './plan-uninstall.ts';
export { readConfigFile } from './read-config-file.ts';
export { type ReadServerConfigOptions, readServerConfig, type ServerConfigReading } from './read-server-config.ts';
export type { RemoteServerConfig, ServerConfig, ServerSettings, StdioServerConfig } from './server-config.ts';
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
export { type McpServerPolicy, toPolicyServers } from './server-policy.ts';
export { serversJsonSchema } from './servers-json-schema.ts';
export { substituteVariables, type VariableProblem } from './substitute-variables.ts';
export type { VariableContext } from './variable-context.ts';
export { type CommandLine, wrapCommandForWindows } from './windows-command.ts';
