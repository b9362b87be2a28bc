// Commands that do not run on every commit or call, combined in one file that is loaded on demand, because each
// additional file slows startup.
export { serveLsp } from '../lsp/serve-lsp.ts';
export { whyCalls } from '../profiles/why-calls.ts';
export { whyProfile } from '../profiles/why-profile.ts';
export { runDiff } from './diff.ts';
export { runExplain } from './explain.ts';
export { runExport } from './export.ts';
export { runFix } from './fix.ts';
export { runHookInstall, runHookStatus, runHookUninstall } from './hook.ts';
export { runHookDoctor } from './hook-doctor.ts';
export { runInit } from './init.ts';
export { runLock } from './lock.ts';
export { runMatrix } from './matrix.ts';
export { runMigrate } from './migrate.ts';
export { runMode, runModeClear, runModeUse } from './mode.ts';
export { runReport } from './report.ts';
export { runSuggest } from './suggest.ts';
export { runSuggestCommands } from './suggest-commands.ts';
export { runTest } from './test.ts';
export { watchCheck } from './watch-check.ts';
