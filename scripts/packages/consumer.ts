import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCommand } from '../start-command.ts';
import { entryNames, jsonNames } from '../workspace.ts';
import type { Consumer } from './managers.ts';
import type { Tarball } from './tarball.ts';

/** The entries that cannot be imported by name, or that print when they are. Each is imported by a process of its own only where that is asked for. */
export async function importFailures(
  tarballs: readonly Tarball[],
  consumer: Consumer,
  isEachAlone: boolean,
): Promise<readonly string[]> {
  const imports = tarballs.flatMap(({ manifest }) => [
    ...entryNames(manifest).map((name) => importLine(name, '')),
    ...jsonNames(manifest).map((name) => importLine(name, ", { with: { type: 'json' } }")),
  ]);
  const failures: string[] = [];
  for (const [index, lines] of (isEachAlone ? imports : [imports.join('\n')]).entries()) {
    const file = `import-${index}.mjs`;
    writeFileSync(join(consumer.folder, file), lines);
    // Node itself says what is experimental in it, such as SQLite in the oldest.
    const { passed, stdout, output } = await consumer.run('node', ['--disable-warning=ExperimentalWarning', file]);
    // npx, which starts Yarn, has warnings of its own.
    const printed = consumer.manager === 'yarn' ? stdout : output;
    if (!passed || printed !== '') failures.push(`${consumer.title}: ${file} fails or prints\n${output}\n${lines}`);
  }
  return failures;
}

function importLine(name: string, attributes: string): string {
  const emptyText = `throw new Error("'${name}' exports nothing");`;
  return `if (Object.keys(await import('${name}'${attributes})).length === 0) ${emptyText}`;
}

/** The programs that do not answer `--version` with their version. */
export async function programFailures(tarballs: readonly Tarball[], consumer: Consumer): Promise<readonly string[]> {
  const programs = tarballs.flatMap(({ manifest }) =>
    Object.keys(manifest.bin ?? {}).map((name) => ({ name, version: manifest.version })),
  );
  const failures: string[] = [];
  for (const { name, version } of programs) {
    const { passed, stdout, output } = await consumer.run(name, ['--version']);
    if (!passed || !stdout.includes(version))
      failures.push(
        `${consumer.title}: ${name} --version: expected exit code 0 and ${version}, got ${output || 'no output'}`,
      );
  }
  return failures;
}

const consumerSource = `
import { compilePolicy, type Decision, decide } from '@modegate/mode-core';

const decision: Decision = decide(compilePolicy(), { mode: 'ask', tool: 'write_to_file' });
export const reason: string = decision.allowed ? '' : decision.reason;
// @ts-expect-error A request names its tool by text; an entry whose types were lost would take a number.
decide(compilePolicy(), { mode: 'ask', tool: 1 });
`;

/**
 * What TypeScript says of a consumer that imports every entry, under both ways of resolving modules in use today, with and without a look
 * into the declarations of packages.
 */
export async function typeFailures(
  tarballs: readonly Tarball[],
  { folder, title }: Consumer,
): Promise<readonly string[]> {
  const names = tarballs.flatMap(({ manifest }) => entryNames(manifest));
  const imports = names.map((name, index) => `import * as entry${index} from '${name}';\nexport { entry${index} };`);
  writeFileSync(join(folder, 'consumer.ts'), [...imports, consumerSource].join('\n'));
  const failures: string[] = [];
  for (const variant of variants) {
    const name = JSON.stringify(variant);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...variant }, files: ['consumer.ts'] }),
    );
    const { passed, output } = await startCommand('tsc', ['-p', 'tsconfig.json'], { cwd: folder });
    if (!passed) failures.push(`${title}: TypeScript with ${name}:\n${output}`);
  }
  return failures;
}

const variants = [false, true].flatMap((skipLibCheck) => [
  { module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck },
  { module: 'esnext', moduleResolution: 'bundler', skipLibCheck },
]);

const compilerOptions = {
  target: 'es2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: ['node'],
};
