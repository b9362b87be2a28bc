import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

if (Number(process.versions.node.split('.')[0]) < 22) {
  throw new Error(
    `The tests need Node 22.13 or later, and this is ${process.version}. The pinned Node was not installed: is "ignore-scripts" set in your npm configuration?`,
  );
}

const cores = availableParallelism();

// Where .ci/run wants the results as JSON, to count them.
const resultsFile = process.env.MODEGATE_TEST_RESULTS;

const propertyDepthModule = fileURLToPath(new URL('test/support/property-depth.ts', import.meta.url));

const testFiles = (suffix: string) =>
  ['packages/*/test/**', 'apps/*/test/**', 'examples/*/test/**', 'test/**'].map((path) => `${path}/*${suffix}{,x}`);

export default defineConfig(({ mode }) => {
  process.env.MODEGATE_PROPERTY_DEPTH ??= defaultPropertyDepth(mode);
  const propertyDepth = Number(process.env.MODEGATE_PROPERTY_DEPTH);
  return {
    ssr: { resolve: { conditions: ['@modegate/source'] } },
    // The same for tests that have a document, whose modules are found as a browser finds them.
    resolve: { conditions: ['@modegate/source', 'module', 'browser', 'development|production'] },
    plugins: [
      {
        name: 'property-depth',
        enforce: 'pre',
        resolveId: (id, importer) =>
          id === 'fast-check' && importer !== propertyDepthModule ? propertyDepthModule : undefined,
      },
    ],
    test: {
      restoreMocks: true,
      expect: { poll: { timeout: 20_000 } },
      setupFiles: ['test/support/patient-waits.ts'],
      ...(resultsFile !== undefined && { reporters: ['default', ['json', { outputFile: resultsFile }]] }),
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: testFiles('.test.ts'),
            exclude: ['**/*.{e2e,ci,agents}.test.ts', ...(mode === 'quick' ? ['**/*corpus.test.ts'] : [])],
            // The files of a worker share what they import: loading it for each file took half of the time.
            isolate: false,
            setupFiles: ['test/support/fail-on-console.ts'],
            // They compute, so a worker for each core. The time-out is for what hangs, not for a machine that is busy.
            maxWorkers: cores,
            testTimeout: 30_000 * Math.max(propertyDepth, 1),
            sequence: { groupOrder: 0 },
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: testFiles('.e2e.test.ts'),
            // They wait for processes most of the time.
            maxWorkers: cores * 2,
            testTimeout: 60_000,
            hookTimeout: 60_000,
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            // Real agents, installed by `pnpm test:agents`; each run of one takes seconds and all cores.
            name: 'agents',
            include: testFiles('.agents.test.ts'),
            maxWorkers: 1,
            testTimeout: 120_000,
            hookTimeout: 120_000,
            sequence: { groupOrder: 3 },
          },
        },
        {
          extends: true,
          test: {
            name: 'ci',
            include: testFiles('.ci.test.ts'),
            globalSetup: ['packages/restrictions-editor/test/browser/support/unpack-chromium.ts'],
            maxWorkers: cores * 2,
            testTimeout: 120_000,
            hookTimeout: 120_000,
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  };
});

/** How many of its stated runs a property does: all in CI, a fifth at the desk, fewer in `pnpm test:quick`. */
function defaultPropertyDepth(mode: string): string {
  if (mode === 'quick') return '0.05';
  return process.env.CI === undefined ? '0.2' : '1';
}
