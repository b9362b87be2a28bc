import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, runCommand } from '../run-command.ts';
import { entryNames, jsonNames, root } from '../workspace.ts';
import type { Tarball } from './tarball.ts';

/** Installs the tarballs with npm in an empty folder, as a user would who has never seen this repository. */
export function installAll(tarballs: readonly Tarball[], folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  // Who imports an entry that needs an optional peer has that peer.
  const peers = tarballs.flatMap(({ manifest }) =>
    Object.entries(manifest.peerDependencies ?? {}).map(([name, range]) => `${name}@${range}`),
  );
  const wanted = [...tarballs.map(({ path }) => path), ...peers];
  const parameters = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...wanted];
  // It takes seconds; a registry that stalls is asked again rather than waited for.
  const options = { cwd: folder, timeoutMs: 90_000 };
  if (!runCommand('npm', parameters, options).passed) mustRun('npm', parameters, options);
}

/** The entries that cannot be imported by name, or that print when they are. */
export function importFailures(tarballs: readonly Tarball[], folder: string): readonly string[] {
  return tarballs.flatMap(({ manifest }) => [
    ...entryNames(manifest).flatMap((name) => importFailure(name, '', folder)),
    ...jsonNames(manifest).flatMap((name) => importFailure(name, ", { with: { type: 'json' } }", folder)),
  ]);
}

function importFailure(name: string, attributes: string, folder: string): readonly string[] {
  const file = `import-${name.replace(/\W+/g, '-')}.mjs`;
  const emptyText = `throw new Error("'${name}' exports nothing");`;
  const lines = [
    `const entry = await import('${name}'${attributes});`,
    `if (Object.keys(entry).length === 0) ${emptyText}`,
  ];
  writeFileSync(join(folder, file), lines.join('\n'));
  const { passed, output } = runCommand('node', [file], { cwd: folder, timeoutMs: 30_000 });
  return passed && output === '' ? [] : [`${name}: importing it ${passed ? 'prints' : 'fails'}\n${output}`];
}

/** The binaries that do not answer `--version` with their version. */
export function binaryFailures(tarballs: readonly Tarball[], folder: string): readonly string[] {
  return tarballs.flatMap(({ manifest }) =>
    Object.keys(manifest.bin ?? {}).flatMap((name) => {
      const bin = join(folder, 'node_modules/.bin', name);
      const { passed, stdout, output } = runCommand(bin, ['--version'], { cwd: folder, timeoutMs: 30_000 });
      return passed && stdout.includes(manifest.version)
        ? []
        : [`${name} --version: expected exit code 0 and ${manifest.version}, got ${output || 'no output'}`];
    }),
  );
}

const consumerSource = `
import { compilePolicy, type Decision, decide } from '@modegate/mode-core';

const decision: Decision = decide(compilePolicy(), { mode: 'ask', tool: 'write_to_file' });
export const reason: string = decision.allowed ? '' : decision.reason;
// @ts-expect-error A request names its tool by text; an entry whose types were lost would take a number.
decide(compilePolicy(), { mode: 'ask', tool: 1 });
`;

/** What TypeScript says of a consumer that imports every entry, under both ways of resolving modules in use today. */
export function typeFailures(tarballs: readonly Tarball[], folder: string): readonly string[] {
  const names = tarballs.flatMap(({ manifest }) => entryNames(manifest));
  const imports = names.map((name, index) => `import * as entry${index} from '${name}';\nexport { entry${index} };`);
  writeFileSync(join(folder, 'consumer.ts'), [...imports, consumerSource].join('\n'));
  return [
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ].flatMap((modules) => {
    const config = `tsconfig.${modules.moduleResolution}.json`;
    writeFileSync(
      join(folder, config),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...modules }, files: ['consumer.ts'] }),
    );
    const { passed, output } = runCommand('tsc', ['-p', config], { cwd: folder });
    return passed ? [] : [`TypeScript, moduleResolution ${modules.moduleResolution}:\n${output}`];
  });
}

const compilerOptions = {
  target: 'es2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};
