import { defineConfig } from 'tsup';
import { libraryBuild } from '../../tsup.base.ts';

export default defineConfig({
  ...libraryBuild,
  entry: {
    index: 'src/index.ts',
    'modes/index': 'src/modes/index.ts',
    'tools/index': 'src/tools/index.ts',
    'pattern/index': 'src/pattern/index.ts',
    'commands/index': 'src/commands/index.ts',
    'prompt/index': 'src/prompt/index.ts',
    'text/index': 'src/text/index.ts',
    'roo/index': 'src/roo/index.ts',
  },
});
