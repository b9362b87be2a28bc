// Everything here is public API: add with care.

export {
  type CheckBySettingsOptions,
  checkBySettings,
  type ProjectCheck,
} from './check-by-settings.ts';
export { checkForPage, filesOfCheck } from './check-for-page.ts';
export {
  type CheckSettings,
  type CheckSettingsFlags,
  findSettingsFile,
  resolveCheckSettings,
} from './check-settings.ts';
export { defaultLockFile, isPolicyTestFile, projectMarkers, settingsFiles } from './family-files.ts';
export {
  findProject,
  listAncestors,
  type ProjectFolders,
  showPath,
} from './find-project.ts';
export { findSessionProject, findWorktreeOf, usesModegate } from './find-session-project.ts';
export { loadLock } from './load-lock.ts';
export { parseSettings } from './parse-settings.ts';
export { findPolicyTests, loadPolicyTests } from './policy-tests.ts';
export { readSettingsText } from './read-settings-text.ts';
export {
  type CheckSettingsFile,
  checkSettingsJsonSchema,
  schemaUrl,
  settingsSchema,
} from './settings-schema.ts';
