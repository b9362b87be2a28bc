import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, installedScript, type Outcome, runScript } from '../../../packages/cli-kit/src/testing/index.ts';
import { root } from './places.ts';

/** An object of Kubernetes as its file says it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the schema is what is tested
  readonly [member: string]: any;
}

/** What the schema of Kubernetes says of a manifest: formats and values. @throws where one does not fit. */
export async function validateManifest(manifest: Manifest): Promise<void> {
  const models: object = (await groups[manifest.apiVersion]?.()) ?? {};
  const Model = (models as Readonly<Record<string, ModelClass | undefined>>)[manifest.kind];
  if (Model === undefined) throw new Error(`No schema of ${manifest.apiVersion} ${manifest.kind}.`);
  new Model(manifest).validate();
}

type ModelClass = new (content: object) => { validate(): void };

const groups: Readonly<Record<string, () => Promise<object>>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
};

/** What TypeScript says of manifests as literals: keys that do not exist, that are missing, or that have another type. */
export function compileManifests(manifests: readonly Manifest[]): Promise<Outcome> {
  const folder = createFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  mkdirSync(join(folder, 'src'));
  const lines = manifests.map(({ apiVersion, kind, ...rest }, index) => {
    const literal = JSON.stringify({ apiVersion, kind, ...rest });
    return `import type { I${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}';\nexport const object${index}: Kind${index} = ${literal};`;
  });
  writeFileSync(join(folder, 'src/manifests.ts'), lines.join('\n'));
  const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['src/manifests.ts'] }));
  return runScript(installedScript('typescript', 'tsc'), ['-p', folder], { cwd: folder, home: folder });
}
