import type { RunFiles } from './run-files.ts';

const jsTests = 'x.test.js x.spec.js test/x.js __tests__/x.js x.test.mjs x.test.cjs';
const tsTests = `x.test.ts x.spec.ts x.test.tsx __tests__/x.ts ${jsTests}`;

/** Files that JavaScript package managers, runtimes, linters, bundlers and test runners run. */
export const javaScriptFiles: readonly RunFiles[] = [
  { of: 'npm pnpm yarn bun', files: 'package.json', source: 'npm-scripts(7), npm-run-script(1)' },
  { of: 'npm pnpm', files: '.npmrc', source: 'npm-config(7): script-shell' },
  { of: 'pnpm', files: '.pnpmfile.cjs pnpm-workspace.yaml', source: 'pnpm.io/pnpmfile' },
  { of: 'yarn', files: '.yarnrc.yml .yarnrc', source: 'yarnpkg.com/configuration: yarnPath' },
  { of: 'bun', files: 'bunfig.toml', source: 'bun.sh/docs: preload of bunfig.toml' },
  { of: 'npm pnpm yarn bun', with: 'test t', likely: tsTests, source: 'npm-test(1), and the usual test runners' },
  { of: 'npx pnpx bunx yarn', files: 'node_modules/.bin/{operand}', source: 'npm-exec(1)' },
  { of: 'node nodejs', except: '-e -p --eval --print --run --test', files: '{operand}', source: 'node(1)' },
  { of: 'node nodejs', with: '--run', files: 'package.json', source: 'node(1)' },
  { of: 'node nodejs', with: '--test', likely: 'x.test.js test/x.js x.test.mjs', source: 'nodejs.org/api/test.html' },
  {
    of: 'deno',
    with: 'run test bench task',
    files: '{last} deno.json',
    likely: 'x_test.ts',
    source: 'docs.deno.com: deno.json',
  },
  {
    of: 'tsx ts-node',
    except: '-e -p --eval',
    files: '{operand} tsconfig.json',
    source: 'typestrong.org/ts-node: require of tsconfig.json',
  },
  { of: 'tsc', except: '--noEmit --version -v', files: 'tsconfig.json', source: 'typescriptlang.org/tsconfig: outDir' },
  {
    of: 'eslint',
    files:
      'eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts .eslintrc.js .eslintrc.cjs .eslintrc.json',
    source: 'eslint.org: configuration files',
  },
  {
    of: 'prettier',
    files:
      'prettier.config.js prettier.config.mjs .prettierrc.js .prettierrc.mjs .prettierrc .prettierrc.json .prettierrc.yaml package.json',
    source: 'prettier.io: configuration, plugins',
  },
  {
    of: 'stylelint',
    files: 'stylelint.config.js stylelint.config.mjs .stylelintrc.js .stylelintrc.json .stylelintrc',
    source: 'stylelint.io: plugins',
  },
  {
    of: 'jest',
    files: 'jest.config.js jest.config.ts jest.config.mjs jest.config.cjs jest.config.json package.json',
    likely: jsTests,
    source: 'jestjs.io: configuration',
  },
  {
    of: 'vitest',
    files: 'vitest.config.ts vitest.config.js vitest.config.mts vite.config.ts vite.config.js',
    likely: tsTests,
    source: 'vitest.dev/config',
  },
  {
    of: 'mocha',
    files: '.mocharc.js .mocharc.cjs .mocharc.json .mocharc.yml package.json',
    likely: 'test/x.js test/x.mjs test/x.cjs',
    source: 'mochajs.org: configuration',
  },
  { of: 'ava', files: 'ava.config.js package.json', likely: jsTests, source: 'github.com/avajs/ava: configuration' },
  {
    of: 'playwright',
    files: 'playwright.config.ts playwright.config.js',
    likely: tsTests,
    source: 'playwright.dev: configuration',
  },
  {
    of: 'cypress',
    files: 'cypress.config.js cypress.config.ts',
    likely: 'cypress/e2e/x.cy.js cypress/e2e/x.cy.ts',
    source: 'docs.cypress.io: configuration',
  },
  {
    of: 'webpack',
    files: 'webpack.config.js webpack.config.ts webpack.config.mjs',
    source: 'webpack.js.org: configuration',
  },
  { of: 'vite', files: 'vite.config.ts vite.config.js vite.config.mjs postcss.config.js', source: 'vite.dev/config' },
  { of: 'rollup', files: 'rollup.config.js rollup.config.mjs', source: 'rollupjs.org: configuration files' },
  { of: 'esbuild', files: 'tsconfig.json', source: 'esbuild.github.io: paths of tsconfig.json' },
  { of: 'parcel', files: '.parcelrc package.json postcss.config.js', source: 'parceljs.org: plugins' },
  { of: 'next', files: 'next.config.js next.config.mjs next.config.ts', source: 'nextjs.org: next.config.js' },
  { of: 'nuxt', files: 'nuxt.config.ts nuxt.config.js', source: 'nuxt.com: configuration' },
  { of: 'astro', files: 'astro.config.mjs astro.config.ts astro.config.js', source: 'docs.astro.build: configuration' },
  { of: 'babel', files: 'babel.config.js babel.config.json .babelrc .babelrc.js', source: 'babeljs.io: configuration' },
  { of: 'gulp', files: 'gulpfile.js gulpfile.mjs gulpfile.ts', source: 'gulpjs.com: gulpfile' },
  { of: 'grunt', files: 'Gruntfile.js Gruntfile.coffee', source: 'gruntjs.com: the Gruntfile' },
  {
    of: 'nx lerna turbo',
    files: 'package.json project.json nx.json lerna.json',
    source: 'nx.dev, lerna.js.org, turborepo.com',
  },
  { of: 'biome', likely: 'biome.json biome.jsonc', source: 'biomejs.dev: plugins' },
];
