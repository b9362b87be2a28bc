import type { Command } from 'commander';
import type { ImportFlags } from './session-admin/import-sessions.ts';
import type { ListFlags } from './session-admin/list-sessions.ts';
import type { PruneFlags } from './session-admin/prune-sessions.ts';
import { settingsOf } from './settings/command-settings.ts';
import { withServerSettings } from './settings/settings-options.ts';

/** Adds `sessions list`, `show`, `export`, `import` and `prune`, which are loaded on demand. */
export function addSessionCommands(program: Command, setExitCode: (code: number) => void): void {
  const sessions = program.command('sessions').description('list, show, move and remove stored sessions');
  withServerSettings(sessions.command('list'))
    .description('list sessions that have not expired')
    .option('--state <state>', 'only tasks in this state')
    .option('--expired', 'instead, list expired sessions that are still stored')
    .option('--json', 'print the list as JSON')
    .action(async (flags: ListFlags, command: Command) => {
      const { printSessions } = await import('./session-admin/list-sessions.ts');
      await printSessions(settingsOf(command), flags);
    });
  withServerSettings(sessions.command('show <id>'))
    .description('print a session with its history')
    .option('--json', 'print the session as JSON')
    .action(async (id: string, flags: { readonly json?: boolean }, command: Command) => {
      const { showSession } = await import('./session-admin/show-session.ts');
      await showSession(settingsOf(command), id, flags);
    });
  withServerSettings(sessions.command('export'))
    .description('write every session with its history as JSON Lines')
    .option(
      '--output <file>',
      'output file, readable only by its owner and created only when the export is complete (default: stdout)',
    )
    .action(async (flags: { readonly output?: string }, command: Command) => {
      const { exportSessions } = await import('./session-admin/export-sessions.ts');
      await exportSessions(settingsOf(command), flags);
    });
  withServerSettings(sessions.command('import <file>'))
    .description('import the sessions from an export: all of them or none')
    .option('--replace', 'replace existing sessions that have the same ids')
    .option('--dry-run', 'check the file and show what would be imported')
    .action(async (file: string, flags: ImportFlags, command: Command) => {
      const { importSessions } = await import('./session-admin/import-sessions.ts');
      await importSessions(settingsOf(command), file, flags);
    });
  withServerSettings(sessions.command('prune'))
    .description('remove the sessions that have expired')
    .option(
      '--ended-before <time>',
      'also remove tasks that ended before this time (such as 2026-11-22 or 2026-11-22T10:00Z) or longer ago than this duration (such as 30m, 2h or 7d)',
    )
    .option('--dry-run', 'list what would be removed')
    .option('--yes', 'do not ask for confirmation on a terminal')
    .action(async (flags: PruneFlags, command: Command) => {
      const { pruneSessions } = await import('./session-admin/prune-sessions.ts');
      setExitCode(await pruneSessions(settingsOf(command), flags));
    });
}
