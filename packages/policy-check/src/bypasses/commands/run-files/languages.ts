import type { RunFiles } from './run-files.ts';

/** Files that interpreters, compilers and tools of other languages run. */
export const otherLanguageFiles: readonly RunFiles[] = [
  {
    of: 'ruby perl php lua luajit Rscript julia elixir groovy scala tclsh osascript',
    except: '-e -r',
    files: '{operand}',
    source: 'their manual pages',
  },
  { of: 'R Rscript', files: '.Rprofile', source: 'R: Startup' },
  { of: 'rake rails', files: 'Rakefile rakefile', likely: 'config/application.rb', source: 'ruby.github.io/rake' },
  { of: 'rspec', files: '.rspec spec/spec_helper.rb', likely: 'spec/x_spec.rb', source: 'rspec.info: options' },
  { of: 'bundle bundler gem', files: 'Gemfile x.gemspec', source: 'bundler.io: Gemfile' },
  { of: 'rubocop', files: '.rubocop.yml', source: 'docs.rubocop.org: require' },
  { of: 'prove', files: '.proverc', likely: 't/x.t', source: 'prove(1)' },
  { of: 'composer', files: 'composer.json', source: 'getcomposer.org: scripts' },
  {
    of: 'phpunit',
    files: 'phpunit.xml phpunit.xml.dist',
    likely: 'tests/xTest.php',
    source: 'docs.phpunit.de: bootstrap',
  },
  { of: 'artisan', files: 'artisan', source: 'laravel.com: artisan' },
  { of: 'java', except: '-jar -cp -classpath --class-path', files: '{operand}', source: 'java(1): source files' },
  { of: 'mvn', files: 'pom.xml .mvn/extensions.xml .mvn/jvm.config', source: 'maven.apache.org: plugins' },
  {
    of: 'gradle gradlew',
    files: 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts',
    source: 'docs.gradle.org: build scripts',
  },
  { of: 'ant', files: 'build.xml', source: 'ant.apache.org: exec' },
  { of: 'sbt', files: 'build.sbt project/x.scala', source: 'scala-sbt.org: build definition' },
  {
    of: 'cargo',
    files: 'Cargo.toml+build.rs .cargo/config.toml',
    likely: 'build.rs src/main.rs src/x.rs tests/x.rs',
    source: 'doc.rust-lang.org/cargo: build scripts, configuration',
  },
  { of: 'go', with: 'test', files: 'x_test.go', source: 'go help test' },
  { of: 'go', with: 'run generate', files: 'x.go', source: 'go help run, go help generate' },
  {
    of: 'go',
    with: 'build install vet list mod get tool',
    likely: 'x.go go.mod',
    source: 'go help build: cgo, toolchain',
  },
  { of: 'swift', files: 'Package.swift', source: 'swift.org: package manager' },
  { of: 'zig', files: 'build.zig', source: 'ziglang.org: build system' },
  { of: 'cabal stack', files: 'Setup.hs package.yaml stack.yaml', source: 'cabal.readthedocs.io: custom setup' },
  { of: 'mix iex', files: 'mix.exs', likely: 'test/x_test.exs', source: 'hexdocs.pm/mix' },
  { of: 'rebar3', files: 'rebar.config', source: 'rebar3.org: hooks' },
  { of: 'dart flutter', likely: 'pubspec.yaml test/x_test.dart build.yaml', source: 'dart.dev: pub' },
  {
    of: 'dotnet',
    files: 'Directory.Build.props Directory.Build.targets x.csproj',
    source: 'learn.microsoft.com: MSBuild, Exec',
  },
];
