import type { ModeProblem, ModeSource } from '@modegate/mode-core';

export interface MigrateOptions {
  /** The field that is to hold the list of servers. */
  readonly to: 'mcpRestrictions' | 'allowedMcpServers';
  readonly file?: string | undefined;
  /** Default `project`. */
  readonly source?: ModeSource | undefined;
}
export interface MigrationNote {
  readonly mode: string;
  readonly message: string;
  readonly pointer: string;
  readonly line?: number;
}
export interface ModesMigration {
  /** The text afterwards; the very text that was given when nothing changed. */
  readonly text: string;
  readonly isChanged: boolean;
  readonly changes: readonly MigrationNote[];
  /** What the other field cannot say: it stays where it was. Under `--strict` these fail. */
  readonly losses: readonly MigrationNote[];
  /** What reading the text reported. */
  readonly problems: readonly ModeProblem[];
}
export declare function migrateModes(text: string, options: MigrateOptions): ModesMigration;
