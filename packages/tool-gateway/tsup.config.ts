import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.ts';

export default defineConfig({
  ...libraryBuild,
  entry: {
    index: 'src/index.ts',
    'catalogue/index': 'src/catalogue/index.ts',
    'toolsets/index': 'src/toolsets/index.ts',
    'trust/index': 'src/trust/index.ts',
  },
});
