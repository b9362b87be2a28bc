import { anything, type NamedPrograms, named } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

/**
 * Interpreters, compilers, build tools, package managers, linters and test runners, whose actions are determined by a
 * file.
 */
const names = `
  node nodejs deno bun bunx npx pnpx yarn tsc tsx ts-node eslint prettier jest vitest mocha ava webpack vite rollup esbuild
  parcel next nuxt astro biome stylelint babel playwright cypress nx turbo lerna gulp grunt
  python pypy pip pipx pipenv uv uvx conda mamba hatch pdm poetry pytest mypy pyright ruff black flake8 isort pylint tox nox
  pre-commit ipython jupyter coverage django-admin
  ruby irb gem bundle bundler rake rails rspec rubocop perl prove cpan php composer phpunit artisan lua luajit r rscript julia
  dotnet java javac jshell kotlin kotlinc scala sbt groovy mvn gradle ant
  rustc rustup swift swiftc xcodebuild zig ghc cabal stack elixir mix iex erl rebar3 ocaml dune opam dart flutter
  make gmake cmake ctest ninja meson just task bazel bazelisk buck2 scons gcc g++ cc c++ clang clang++ cpp ld as
  pandoc latex pdflatex xelatex latexmk gs convert magick ffmpeg groff osascript tclsh`;

const harmlessNpm: ProgramFacts = {
  runs: '--globalconfig= --userconfig=',
  writesBelow: '--cache --logs-dir',
  changesFolder: '-C --dir --prefix',
};

/** A script from the project's package.json, unless an option selects another shell, folder or configuration. */
const npmScript: ProgramFacts = {
  anything: true,
  runs: '-C= --globalconfig= --node-options= --prefix= --script-shell= --userconfig=',
};

const npmSubcommands = named('explain list ls outdated ping search view whoami why', harmlessNpm);

/** Programs that execute a file or an argument written in their own language. */
export const languagePrograms: NamedPrograms = {
  ...named(names, anything),
  npm: {
    changesFolder: '-C --prefix',
    subcommands: { ...npmSubcommands, ...named('run run-script start t test', npmScript) },
  },
  pnpm: { changesFolder: '-C --dir', subcommands: npmSubcommands },
  go: { subcommands: { help: {}, version: { operands: 'search*' } } },
  gofmt: {
    values: '-r',
    writes: '-cpuprofile --cpuprofile',
    changesOperands: '-w --w',
    operands: 'search*',
    singleDash: true,
  },
  cargo: { subcommands: { version: {} } },
  rustfmt: {
    values: '--color --config --edition --emit --file-lines',
    writesUnknown: '--print-config=',
    reads: '--config-path',
    readOnly: '--check',
    operands: 'write*',
    // Also formats the modules to which a file refers.
    writesFolder: true,
  },
  nm: { values: '-f -t --format --ifunc-chars --radix --target --unicode', runs: '@ --plugin=', operands: 'read*' },
  objdump: {
    values:
      '-I -M -P -b -j -m --adjust-vma --architecture --ctf-parent --disassembler-options --dwarf-depth --dwarf-start --include --insn-width --prefix --prefix-strip --private --section --start-address --stop-address --target --unicode',
    runs: '@',
    operands: 'read*',
    readsFolder: true,
  },
  readelf: {
    values: '-R -p -x --debug-dump --dwarf-depth --dwarf-start --hex-dump --relocated-dump --string-dump --sym-base',
    runs: '@',
    operands: 'read*',
  },
  size: { runs: '@', operands: 'read*' },
  // `ldd` can run the program to find out what it loads.
  ldd: anything,
};
