import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** Folder with the references and the corpus; absent on most machines. A worktree is one folder deeper. */
export const sharedFolder =
  [join(root, '../shared'), join(root, '../../shared')].find((folder) => existsSync(folder)) ?? join(root, '../shared');
