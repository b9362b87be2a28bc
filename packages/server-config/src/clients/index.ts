// Everything here is public API: add with care.

export type { AdoptPlan, AdoptTarget, SkippedServer, TextChange } from '../adopt/adopt-plan.ts';
export { type PlanAdoptOptions, planAdopt } from '../adopt/plan-adopt.ts';
export { planAdoptUndo } from '../adopt/plan-adopt-undo.ts';
export { backupFileName, type InstallPlan } from '../install/install-plan.ts';
export type { InstallTarget } from '../install/install-target.ts';
export {
  type HookPlan,
  type HookTarget,
  type HookText,
  planHookInstall,
  planHookUninstall,
  readHook,
} from '../install/plan-hook.ts';
export {
  type InstalledCommand,
  type InstalledUrl,
  type PlanInstallOptions,
  planInstall,
} from '../install/plan-install.ts';
export { planUninstall } from '../install/plan-uninstall.ts';
export { type ClientEnvironment, type ClientLocation, clientFilePath, clientLocations } from './client-file-path.ts';
export { type ClientFile, type ClientFileLocation, type ClientName, clientFiles } from './client-files.ts';
export type { ReadFile } from './client-texts.ts';
export type { EntryFormat, RemoteFormat } from './entry-format.ts';
export { type ClientServers, readClientServers } from './read-client-servers.ts';
export { startsModesServer } from './starts-modes-server.ts';
export { type CommandLine, wrapCommandForWindows } from './windows-command.ts';
