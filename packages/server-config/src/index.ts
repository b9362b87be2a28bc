// Everything here is public API: add with care.

export type { TextPosition } from '@modegate/json';
export type { ConfigProblem, ConfigProblemCode, ConfigProblemSeverity } from './config-problem.ts';
export type { RemoteServerConfig, ServerConfig, ServerSettings, StdioServerConfig } from './entries/server-config.ts';
export type {
  ConfigFileKind,
  ConfigSource,
  InvalidServerEntry,
  PointerPosition,
  ServerEntry,
  ServerEntryPolicy,
  SettingPositions,
  ValidServerEntry,
} from './entries/server-entry.ts';
export { serversJsonSchema } from './entries/server-schema.ts';
export type { ConfigFormatName } from './formats/config-format.ts';
export { type JsonFault, type LooseJson, readLooseJson } from './json/json-faults.ts';
export { configFileKind, configSourceOf } from './reading/config-file-kind.ts';
export { findCrossFileRules, type ServerFileContent } from './reading/cross-file-rules.ts';
export { mergeServers } from './reading/merge-servers.ts';
export {
  type ReadServerConfigOptions,
  readServerConfig,
  type ServerConfigContent,
} from './reading/read-server-config.ts';
export { type ServerFileState, type ServerPolicy, toPolicyServers } from './reading/server-policy.ts';
export { substituteVariables, type VariableProblem } from './reading/substitute-variables.ts';
export type { VariableValues } from './reading/variable-values.ts';
export { ServerConfigError, type ServerConfigErrorCode, type ServerConfigErrorData } from './server-config-error.ts';
