import type { Options } from 'tsup';

/** What every library build shares: ESM only, JavaScript only (tsc emits the declarations), sources mapped. */
export const libraryBuild: Options = {
  format: 'esm',
  target: 'node22',
  platform: 'neutral',
  sourcemap: true,
  clean: true,
  dts: false,
  splitting: true,
};
