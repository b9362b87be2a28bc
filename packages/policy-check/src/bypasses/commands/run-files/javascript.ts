import type { RunFiles } from './run-files.ts';

const jsTests = 'x.test.js x.spec.js test/x.js __tests__/x.js x.test.mjs x.test.cjs';
const tsTests = `x.test.ts x.spec.ts x.test.tsx __tests__/x.ts ${jsTests}`;

/** Files that JavaScript package managers, runtimes, linters, bundlers and test runners run. */
export const javaScriptFiles: readonly RunFiles[] = [
  // npm-scripts(7), npm-run-script(1)
  { of: 'npm pnpm yarn bun', files: 'package.json' },
  // npm-config(7): script-shell
  { of: 'npm pnpm', files: '.npmrc' },
  // pnpm.io/pnpmfile
  { of: 'pnpm', files: '.pnpmfile.cjs pnpm-workspace.yaml' },
  // yarnpkg.com/configuration: yarnPath
  { of: 'yarn', files: '.yarnrc.yml .yarnrc' },
  // bun.sh/docs: preload of bunfig.toml
  { of: 'bun', files: 'bunfig.toml' },
  // npm-test(1), and the usual test runners
  { of: 'npm pnpm yarn bun', with: 'test t', likely: tsTests },
  // npm-exec(1)
  { of: 'npx pnpx bunx yarn', files: 'node_modules/.bin/{operand}' },
  // node(1)
  { of: 'node nodejs', except: '-e -p --eval --print --run --test', files: '{operand}' },
  // node(1)
  { of: 'node nodejs', with: '--run', files: 'package.json' },
  // nodejs.org/api/test.html
  { of: 'node nodejs', with: '--test', likely: 'x.test.js test/x.js x.test.mjs' },
  // docs.deno.com: deno.json
  { of: 'deno', with: 'run test bench task', files: '{last} deno.json', likely: 'x_test.ts' },
  // typestrong.org/ts-node: require of tsconfig.json
  { of: 'tsx ts-node', except: '-e -p --eval', files: '{operand} tsconfig.json' },
  // typescriptlang.org/tsconfig: outDir
  { of: 'tsc', except: '--noEmit --version -v', files: 'tsconfig.json' },
  // eslint.org: configuration files
  {
    of: 'eslint',
    files:
      'eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts .eslintrc.js .eslintrc.cjs .eslintrc.json',
  },
  // prettier.io: configuration, plugins
  {
    of: 'prettier',
    files:
      'prettier.config.js prettier.config.mjs .prettierrc.js .prettierrc.mjs .prettierrc .prettierrc.json .prettierrc.yaml package.json',
  },
  // stylelint.io: plugins
  { of: 'stylelint', files: 'stylelint.config.js stylelint.config.mjs .stylelintrc.js .stylelintrc.json .stylelintrc' },
  // jestjs.io: configuration
  {
    of: 'jest',
    files: 'jest.config.js jest.config.ts jest.config.mjs jest.config.cjs jest.config.json package.json',
    likely: jsTests,
  },
  // vitest.dev/config
  {
    of: 'vitest',
    files: 'vitest.config.ts vitest.config.js vitest.config.mts vite.config.ts vite.config.js',
    likely: tsTests,
  },
  // mochajs.org: configuration
  {
    of: 'mocha',
    files: '.mocharc.js .mocharc.cjs .mocharc.json .mocharc.yml package.json',
    likely: 'test/x.js test/x.mjs test/x.cjs',
  },
  // github.com/avajs/ava: configuration
  { of: 'ava', files: 'ava.config.js package.json', likely: jsTests },
  // playwright.dev: configuration
  { of: 'playwright', files: 'playwright.config.ts playwright.config.js', likely: tsTests },
  // docs.cypress.io: configuration
  { of: 'cypress', files: 'cypress.config.js cypress.config.ts', likely: 'cypress/e2e/x.cy.js cypress/e2e/x.cy.ts' },
  // webpack.js.org: configuration
  { of: 'webpack', files: 'webpack.config.js webpack.config.ts webpack.config.mjs' },
  // vite.dev/config
  { of: 'vite', files: 'vite.config.ts vite.config.js vite.config.mjs postcss.config.js' },
  // rollupjs.org: configuration files
  { of: 'rollup', files: 'rollup.config.js rollup.config.mjs' },
  // esbuild.github.io: paths of tsconfig.json
  { of: 'esbuild', files: 'tsconfig.json' },
  // parceljs.org: plugins
  { of: 'parcel', files: '.parcelrc package.json postcss.config.js' },
  // nextjs.org: next.config.js
  { of: 'next', files: 'next.config.js next.config.mjs next.config.ts' },
  // nuxt.com: configuration
  { of: 'nuxt', files: 'nuxt.config.ts nuxt.config.js' },
  // docs.astro.build: configuration
  { of: 'astro', files: 'astro.config.mjs astro.config.ts astro.config.js' },
  // babeljs.io: configuration
  { of: 'babel', files: 'babel.config.js babel.config.json .babelrc .babelrc.js' },
  // gulpjs.com: gulpfile
  { of: 'gulp', files: 'gulpfile.js gulpfile.mjs gulpfile.ts' },
  // gruntjs.com: the Gruntfile
  { of: 'grunt', files: 'Gruntfile.js Gruntfile.coffee' },
  // nx.dev, lerna.js.org, turborepo.com
  { of: 'nx lerna turbo', files: 'package.json project.json nx.json lerna.json' },
  // biomejs.dev: plugins
  { of: 'biome', likely: 'biome.json biome.jsonc' },
];
