import { join } from 'node:path';
import {
  createFolder,
  type HttpProgram,
  type RunEnvironment,
  startHttpServer,
  writeFiles,
} from '@modegate/cli-kit/testing';
import { onTestFinished } from 'vitest';
import { builtServer, runServer } from '../../support/built-server.ts';
import { startRoundRobin } from './round-robin.ts';

/** Several instances of the built server on one database, behind a proxy. */
export interface Service {
  /** Of the proxy. */
  readonly url: string;
  readonly instances: readonly HttpProgram[];
  /** Kills an instance and starts another one in its place. */
  readonly replace: (index: number) => Promise<void>;
  /** Where the database keeps all of it. */
  readonly schema: string;
  /** Where the instances run. */
  readonly where: RunEnvironment;
  /** What a client of that name sends along. */
  readonly as: (name: string) => Readonly<Record<string, string>>;
}

/** How the service is made up. */
export interface ServiceOptions {
  readonly database: string;
  readonly count: number;
  /** The names of those who are given a token; without any, nobody is asked who it is. */
  readonly names?: readonly string[];
  readonly flags?: readonly string[];
  /** Files of the project. */
  readonly files?: Readonly<Record<string, string>>;
}

let schemas = 0;

/** Enough for a thousand clients that hurry. */
const noLimits = { requests_per_second: 1_000_000, burst: 1_000_000, concurrent: 100_000 };

/** Starts a service in a schema of its own; everything ends with the test. */
export async function openService({
  database,
  count,
  names = [],
  flags = [],
  files = {},
}: ServiceOptions): Promise<Service> {
  const where = { cwd: createFolder(), home: createFolder(), env: { MODEGATE_DATABASE: database } };
  writeFiles(where.cwd, files);
  schemas += 1;
  const config = join(where.home, 'config.json');
  const schema = `service_${schemas}`;
  const settings = { database: { schema }, auth: { limits: noLimits } };
  writeFiles(where.home, { 'config.json': JSON.stringify(settings) });
  const tokens = new Map<string, string>();
  for (const name of names) {
    const { stdout } = await runServer(['token', 'add', name, '--modes', '*', '--config', config], where);
    tokens.set(name, stdout.trim());
  }
  const startInstance = async () => {
    const relay = ['--relay', '127.0.0.1:0', '--config', config];
    const instance = await startHttpServer(builtServer, [...relay, ...flags], where);
    onTestFinished(async () => {
      instance.child.kill('SIGTERM');
      await instance.ended;
    });
    return instance;
  };
  const instances = await Promise.all(Array.from({ length: count }, () => startInstance()));
  const targets = instances.map((instance) => instance.url);
  const url = await startRoundRobin(targets);
  const replace = async (index: number) => {
    instances[index]?.child.kill('SIGKILL');
    await instances[index]?.ended;
    instances[index] = await startInstance();
    targets[index] = instances[index].url;
  };
  const as = (name: string) => ({ Authorization: `Bearer ${tokens.get(name) ?? ''}` });
  return { url, instances, replace, schema, where, as };
}
