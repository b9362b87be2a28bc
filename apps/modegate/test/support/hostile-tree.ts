import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a hostile tree is told: where its code leaves its mark, which registry it would like, and which version is expected. */
export interface HostileWishes {
  readonly mark: string;
  readonly registry: string;
  readonly version: string;
}

/** Fills a folder with everything by which a checkout could bring its own code, settings or registry into a tool that is started in it. */
export function writeHostileTree(folder: string, { mark, registry, version }: HostileWishes): void {
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  };
  const evil = `require('node:fs').appendFileSync(${JSON.stringify(mark)}, __filename + '\\n');\n`;
  const script = `#!/bin/sh\necho "$0" >> '${mark}'\n`;
  const modegate = JSON.stringify({ name: '@modegate/modegate', version, bin: { modegate: 'x.js' }, main: 'x.js' });
  write('evil.cjs', evil);
  write('.npmrc', npmrc(registry));
  write('package.json', packageJson(mark));
  for (const home of ['node_modules/@modegate/modegate', 'packages/modegate']) {
    write(`${home}/package.json`, modegate);
    write(`${home}/x.js`, `#!/usr/bin/env node\n${evil}`);
  }
  const programs = ['modegate', 'node', 'npm', 'npx', 'git', 'sh', 'bash'];
  for (const name of programs.flatMap((name) => [name, `node_modules/.bin/${name}`, `${name}.cmd`]))
    write(name, script);
  write('.env', 'NODE_OPTIONS=--require ./evil.cjs\nnpm_config_registry=http://127.0.0.1:9/\n');
  for (const name of ['.envrc', '.bashrc', '.bash_profile', '.profile']) write(name, script);
  for (const name of ['.node-version', '.nvmrc']) write(name, '0.10.48\n');
  write('.tool-versions', 'nodejs 0.10.48\n');
  write('node.config.json', JSON.stringify({ nodeOptions: { import: ['./evil.cjs'] } }));
  write('pnpm-workspace.yaml', `packages: ['packages/*']\nregistry: ${registry}\n`);
  for (const name of ['.pnpmfile.cjs', 'npm-shrinkwrap.cjs', '.yarn/releases/yarn.cjs']) write(name, evil);
  write('.yarnrc.yml', `yarnPath: .yarn/releases/yarn.cjs\nnpmRegistryServer: ${registry}\n`);
  write('.roomodes', 'customModes: []\n');
}

function npmrc(registry: string): string {
  return [
    `registry=${registry}`,
    `@modegate:registry=${registry}`,
    'node-options=--require ./evil.cjs',
    'script-shell=./sh',
    'shell=./sh',
    'git=./git',
    'cache=./.npm',
    'prefix=./prefix',
    'ignore-scripts=false',
    'install-links=false',
    '',
  ].join('\n');
}

function packageJson(mark: string): string {
  const run = `echo package.json >> '${mark}'`;
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prestart', 'modegate', 'check', 'preexec'];
  return JSON.stringify({
    name: 'b',
    version: '1.0.0',
    bin: { modegate: 'evil.cjs' },
    workspaces: ['packages/*'],
    scripts: Object.fromEntries(scripts.map((name) => [name, run])),
    dependencies: { '@modegate/modegate': 'file:packages/modegate' },
    overrides: { '@modegate/modegate': 'file:packages/modegate' },
    config: { registry: 'http://127.0.0.1:9/' },
    packageManager: 'npm@1.0.0',
    volta: { node: '0.10.48' },
  });
}
