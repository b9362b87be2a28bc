import { describe, expect, test } from 'vitest';
import { type GeneratedLanguage, generateScripts } from './support/generate-scripts.ts';
import { isInstalled, observe } from './support/run-proof.ts';

const interpreters: readonly (readonly [command: string, language: GeneratedLanguage])[] = [
  ['sed', 'sed'],
  ['sed -n -E', 'sed'],
  ['busybox sed', 'sed'],
  ['awk', 'awk'],
  ['gawk', 'awk'],
  ['mawk', 'awk'],
  ['original-awk', 'awk'],
  ['busybox awk', 'awk'],
];

describe('generated scripts that are found harmless', () => {
  const count = Math.max(300, Math.ceil(400 * Number(process.env.MODEGATE_PROPERTY_DEPTH)));

  test.concurrent.each(interpreters.filter(([command]) => isInstalled(command.split(' ')[0] ?? '')))(
    'harmless scripts executed with %s run no program and write no file',
    async (command, language) => {
      const scripts = generateScripts(language, count, 26);
      const files = Object.fromEntries(scripts.map((script, index) => [`scripts/${index}`, script]));
      const run = `for script in scripts/*; do
        timeout 1 ${command} "$(cat $script)" a b </dev/null
        [ -e new ] && cp $script found && break
      done`;
      const stub = '#!/bin/sh\n: > new\n';
      const input = { a: 'stub\nx 1 e\nw new\n', b: '7 2\n/"/ stub | #"\n' };
      expect(await observe({ run, files: { ...files, ...input, 'bin/stub': stub }, seconds: count })).toEqual([]);
    },
  );
});
