import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.ts';

export default defineConfig({
  ...libraryBuild,
  entry: {
    index: 'src/index.ts',
    'config/index': 'src/config/index.ts',
    'connections/index': 'src/connections/index.ts',
  },
});
