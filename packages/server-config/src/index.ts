// Everything here is public API: add with care.

export type { TextPosition } from '@modegate/json';
export type { AdoptPlan, AdoptTarget, LeftEntry, TextChange } from './clients/adopt-plan.ts';
export {
  type ClientPlace,
  type ClientSurroundings,
  clientFilePath,
  clientPlaces,
} from './clients/client-file-path.ts';
export { type ClientFile, type ClientFilePlace, type ClientName, clientFiles } from './clients/client-files.ts';
export type { ReadFile } from './clients/client-texts.ts';
export type { EntryWords, RemoteWords } from './clients/entry-words.ts';
export { backupFileName, type InstallPlan } from './clients/install-plan.ts';
export type { InstallTarget } from './clients/install-target.ts';
export { type PlanAdoptOptions, planAdopt } from './clients/plan-adopt.ts';
export {
  type InstalledCommand,
  type InstalledUrl,
  type PlanInstallOptions,
  planInstall,
} from './clients/plan-install.ts';
export { planReturn } from './clients/plan-return.ts';
export { planUninstall } from './clients/plan-uninstall.ts';
export { type ClientServers, readClientServers } from './clients/read-client-servers.ts';
export { startsModesServer } from './clients/starts-modes-server.ts';
export { type CommandLine, wrapCommandForWindows } from './clients/windows-command.ts';
export type { ConfigProblem, ConfigProblemCode, ConfigProblemSeverity } from './config-problem.ts';
export type { RemoteServerConfig, ServerConfig, ServerSettings, StdioServerConfig } from './entries/server-config.ts';
export type {
  ConfigFileKind,
  ConfigSource,
  InvalidServerEntry,
  Place,
  ServerEntry,
  ServerEntryPlaces,
  ServerEntryPolicy,
  ValidServerEntry,
} from './entries/server-entry.ts';
export { serversJsonSchema } from './entries/server-schema.ts';
export type { ConfigFormatName } from './formats/config-format.ts';
export {
  type HookPlan,
  type HookTarget,
  type HookText,
  planHookInstall,
  planHookUninstall,
  readHook,
} from './hooks/plan-hook.ts';
export { type JsonFault, type LooseJson, readLooseJson } from './json/json-faults.ts';
export { configFileKind, sourceOfKind } from './reading/config-file-kind.ts';
export { mergeServers } from './reading/merge-servers.ts';
export {
  type ReadServerConfigOptions,
  readServerConfig,
  type ServerConfigReading,
} from './reading/read-server-config.ts';
export { type ReadServerFile, rulesElsewhere } from './reading/rules-elsewhere.ts';
export { type McpServerPolicy, type ServerFileState, toPolicyServers } from './reading/server-policy.ts';
export { substituteVariables, type VariableProblem } from './reading/substitute-variables.ts';
export type { VariableValues } from './reading/variable-values.ts';
export { ServerConfigError, type ServerConfigErrorCode, type ServerConfigErrorData } from './server-config-error.ts';
