import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.ts';

export default defineConfig({
  ...libraryBuild,
  entry: {
    index: 'src/index.ts',
    'export/index': 'src/export/index.ts',
    'node/index': 'src/node/index.ts',
    'page/index': 'src/page/index.ts',
    'lock/index': 'src/lock/index.ts',
    'policy-test/index': 'src/policy-test/index.ts',
    'permissions/index': 'src/permissions/index.ts',
    'reporters/index': 'src/reporters/index.ts',
  },
});
