import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.ts';

export default defineConfig({
  ...libraryBuild,
  entry: {
    index: 'src/index.ts',
    'text/index': 'src/text/index.ts',
    'roo/index': 'src/roo/index.ts',
  },
});
