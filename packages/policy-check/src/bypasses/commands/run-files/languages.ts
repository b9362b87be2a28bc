import type { RunFiles } from './run-files.ts';

/** Files that interpreters, compilers and tools of other languages run. */
export const otherLanguageFiles: readonly RunFiles[] = [
  // their manual pages
  {
    of: 'ruby perl php lua luajit Rscript julia elixir groovy scala tclsh osascript',
    except: '-e -r',
    files: '{operand}',
  },
  // R: Startup
  { of: 'R Rscript', files: '.Rprofile' },
  // ruby.github.io/rake
  { of: 'rake rails', files: 'Rakefile rakefile', likely: 'config/application.rb' },
  // rspec.info: options
  { of: 'rspec', files: '.rspec spec/spec_helper.rb', likely: 'spec/x_spec.rb' },
  // bundler.io: Gemfile
  { of: 'bundle bundler gem', files: 'Gemfile x.gemspec' },
  // docs.rubocop.org: require
  { of: 'rubocop', files: '.rubocop.yml' },
  // prove(1)
  { of: 'prove', files: '.proverc', likely: 't/x.t' },
  // getcomposer.org: scripts
  { of: 'composer', files: 'composer.json' },
  // docs.phpunit.de: bootstrap
  { of: 'phpunit', files: 'phpunit.xml phpunit.xml.dist', likely: 'tests/xTest.php' },
  // laravel.com: artisan
  { of: 'artisan', files: 'artisan' },
  // java(1): source files
  { of: 'java', except: '-jar -cp -classpath --class-path', files: '{operand}' },
  // maven.apache.org: plugins
  { of: 'mvn', files: 'pom.xml .mvn/extensions.xml .mvn/jvm.config' },
  // docs.gradle.org: build scripts
  { of: 'gradle gradlew', files: 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts' },
  // ant.apache.org: exec
  { of: 'ant', files: 'build.xml' },
  // scala-sbt.org: build definition
  { of: 'sbt', files: 'build.sbt project/x.scala' },
  // doc.rust-lang.org/cargo: build scripts, configuration
  { of: 'cargo', files: 'Cargo.toml+build.rs .cargo/config.toml', likely: 'build.rs src/main.rs src/x.rs tests/x.rs' },
  // go help test
  { of: 'go', with: 'test', files: 'x_test.go' },
  // go help run, go help generate
  { of: 'go', with: 'run generate', files: 'x.go' },
  // go help build: cgo, toolchain
  { of: 'go', with: 'build install vet list mod get tool', likely: 'x.go go.mod' },
  // swift.org: package manager
  { of: 'swift', files: 'Package.swift' },
  // ziglang.org: build system
  { of: 'zig', files: 'build.zig' },
  // cabal.readthedocs.io: custom setup
  { of: 'cabal stack', files: 'Setup.hs package.yaml stack.yaml' },
  // hexdocs.pm/mix
  { of: 'mix iex', files: 'mix.exs', likely: 'test/x_test.exs' },
  // rebar3.org: hooks
  { of: 'rebar3', files: 'rebar.config' },
  // dart.dev: pub
  { of: 'dart flutter', likely: 'pubspec.yaml test/x_test.dart build.yaml' },
  // learn.microsoft.com: MSBuild, Exec
  { of: 'dotnet', files: 'Directory.Build.props Directory.Build.targets x.csproj' },
];
