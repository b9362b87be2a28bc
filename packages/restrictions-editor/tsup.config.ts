import { copyFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.ts';

export default defineConfig({
  ...libraryBuild,
  entry: {
    index: 'src/index.ts',
    'model/index': 'src/model/index.ts',
    'messages/index': 'src/messages/index.ts',
    'views/index': 'src/views/index.ts',
    'node/index': 'src/node/index.ts',
  },
  esbuildOptions: (options) => {
    options.jsx = 'automatic';
  },
  onSuccess: async () => {
    for (const file of ['styles.css', 'views.css']) copyFileSync(`src/${file}`, `dist/${file}`);
  },
});
