import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { describeStore } from '@modegate/session-store/testing';
import { describe, expect, test } from 'vitest';

describeStore(
  'SQLite',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'mg-sqlite-'));
    const [store, other] = [openSqliteStore(join(folder, 'sessions.db')), openSqliteStore(join(folder, 'sessions.db'))];
    const close = async () => {
      for (const handle of [store, other]) await handle.close();
      rmSync(folder, { recursive: true });
    };
    return { store, other, close };
  },
  { describe, test, expect },
);
