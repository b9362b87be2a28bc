import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Licences that ask for their text and nothing more. */
const accepted = new Set(['MIT', 'ISC', 'BlueOak-1.0.0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause']);

/** Packages that each program has code of, to see that the list is not cut short. */
const known = {
  'modes-server': ['@modelcontextprotocol/sdk', 'commander', 'jose', 'proper-lockfile', 'yaml', 'zod'],
  'ipc-server': ['@modelcontextprotocol/sdk', 'commander', 'node-ipc', 'zod'],
  modegate: ['@noble/hashes', 'commander', 'leven', 'yaml', 'zod'],
} as const;

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly licenses: readonly { readonly expression: string }[];
}

describe.each(Object.entries(known))('third-party code in %s', (app, names) => {
  const file = (name: string) => readFileSync(join(root, 'apps', app, 'dist', name), 'utf8');
  const sbom = file('sbom.cdx.json');
  const components: readonly Component[] = JSON.parse(sbom).components;
  const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);

  test('third-party code is listed in the form of CycloneDX 1.6', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(sbom)).toBeNull();
    expect(await validator.validate(sbom.replace('"application"', '"aplication"'))).not.toBeNull();
    expect(components.map(nameOf)).toEqual(expect.arrayContaining([...names]));
  });

  test('third-party code has its licence included, and each licence is an accepted one', () => {
    const notices = file('THIRD-PARTY-NOTICES.txt');
    for (const component of components) {
      const [licence] = component.licenses.map(({ expression }) => expression);
      expect(accepted).toContain(licence);
      expect(notices).toContain(`\n${nameOf(component)} ${component.version} (${licence})\n\n`);
    }
    expect(notices).not.toContain('comes without a text');
  });

  test('third-party code includes nothing of this workspace', () => {
    expect(components.map(nameOf).filter((name) => name.startsWith('@modegate/'))).toEqual([]);
  });
});
