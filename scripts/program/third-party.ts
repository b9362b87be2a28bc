import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Options } from 'tsup';
import { createSbom } from './sbom.ts';

/** A package of somebody else whose code is in a program. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** As its manifest says, in SPDX's words. */
  readonly license: string;
  /** Its licence, and its notice where it has one. */
  readonly texts: readonly string[];
}

/**
 * Writes beside a program what of others is in it: their licences in `THIRD-PARTY-NOTICES.txt`, which they ask for, and a list for programs,
 * `sbom.cdx.json` in the form of CycloneDX. Counted are the files of which something is left after unused code went. Builds that run
 * together write one list.
 */
export function thirdPartyNotices(): NonNullable<Options['esbuildPlugins']>[number] {
  const found = new Map<string, ThirdParty>();
  return {
    name: 'third-party-notices',
    setup: (build) => {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        for (const { inputs } of Object.values(metafile?.outputs ?? {}))
          for (const [path, { bytesInOutput }] of Object.entries(inputs))
            if (bytesInOutput > 0) addPackageOf(path, found);
        const all = [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
        // tsup writes later, and a fresh checkout has no such folder.
        mkdirSync('dist', { recursive: true });
        writeFileSync(join('dist', 'THIRD-PARTY-NOTICES.txt'), noticesOf(all));
        writeFileSync(join('dist', 'sbom.cdx.json'), createSbom(readOwn(), all));
      });
    },
  };
}

function addPackageOf(path: string, found: Map<string, ThirdParty>): void {
  const [folder] = /^(?!builtin:).*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  if (folder === undefined || found.has(folder)) return;
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readTexts(folder);
  if (typeof license !== 'string') throw new Error(`${name} ${version} does not say under which licence it is.`);
  found.set(folder, { name, version, license, texts });
}

/** Files of their own, or the last section of the README, where small packages have theirs. */
function readTexts(folder: string): readonly string[] {
  const files = readdirSync(folder);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const own = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (own.length > 0) return own.map((file) => read(file).trim());
  const readme = files.find((file) => /^readme/i.test(file));
  const [, section] =
    /\n#+ *licen[cs]e[^\n]*\n([^#]*copyright[^#]*)$/i.exec(readme === undefined ? '' : read(readme)) ?? [];
  return section === undefined ? [] : [section.trim()];
}

function noticesOf(all: readonly ThirdParty[]): string {
  const parts = all.map(({ name, version, license, texts }) =>
    [
      `${name} ${version} (${license})`,
      ...(texts.length === 0 ? ['The package comes without a text of its licence.'] : texts),
    ].join('\n\n'),
  );
  return `${['This program contains code of these packages.', ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function readOwn(): { readonly name: string; readonly version: string; readonly license: string } {
  if (!existsSync('package.json')) throw new Error(`${basename(process.cwd())} has no package.json.`);
  return JSON.parse(readFileSync('package.json', 'utf8'));
}
