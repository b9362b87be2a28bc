import { defineConfig } from 'vitest/config';

if (Number(process.versions.node.split('.')[0]) < 22) {
  throw new Error(
    `The tests need Node 22.13 or later, and this is ${process.version}. The pinned Node was not installed: is "ignore-scripts" set in your npm configuration?`,
  );
}

// Where .ci/run wants the results as JSON, to count them.
const resultsFile = process.env.MODEGATE_TEST_RESULTS;

export default defineConfig({
  ssr: { resolve: { conditions: ['@modegate/source'] } },
  test: {
    restoreMocks: true,
    ...(resultsFile !== undefined && { reporters: ['default', ['json', { outputFile: resultsFile }]] }),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.e2e.test.ts'],
          setupFiles: ['test/support/fail-on-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['packages/*/test/**/*.e2e.test.ts', 'apps/*/test/**/*.e2e.test.ts', 'test/**/*.e2e.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
