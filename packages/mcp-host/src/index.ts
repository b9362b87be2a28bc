// The public surface, written out by hand. Nothing else is exported.

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
export { HostError, type HostErrorCode, type HostErrorData } from './host-error.ts';
