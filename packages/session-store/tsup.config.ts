import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.ts';

export default defineConfig({
  ...libraryBuild,
  // Without the `node:` prefix, Node does not find node:sqlite.
  removeNodeProtocol: false,
  external: ['pg', /^node:/],
  entry: {
    index: 'src/index.ts',
    'postgres/index': 'src/postgres/index.ts',
    'sqlite/index': 'src/sqlite/index.ts',
    'testing/index': 'src/testing/index.ts',
  },
});
