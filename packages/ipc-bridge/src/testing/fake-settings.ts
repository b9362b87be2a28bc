import type { JsonObject } from '@modegate/json';
import { isSecretName } from '@modegate/secrets';

/** What a fake fork agent is set to. */
export interface FakeSettings {
  /** Everything, keys in clear. */
  readonly all: JsonObject;
  /** Sets the provider: every value that is not given is gone, and only secrets stay. */
  replace(values: JsonObject): void;
  readonly profiles: FakeProfiles;
}

/** Names of stored settings; each call throws what the agent answers. */
export interface FakeProfiles {
  readonly names: readonly string[];
  readonly active: string | undefined;
  create(name: string): void;
  remove(name: string): void;
  activate(name: string): void;
}

/** Creates the settings of an agent. */
export function createFakeSettings(initial: JsonObject): FakeSettings {
  let all = initial;
  return {
    get all() {
      return all;
    },
    replace: (values) => {
      const secrets = Object.entries(all).filter(([key]) => isSecretName(key));
      all = { ...Object.fromEntries(secrets), ...values };
    },
    profiles: createProfiles(),
  };
}

function createProfiles(): FakeProfiles {
  let names: readonly string[] = ['default'];
  let active: string | undefined = 'default';
  const check = (name: string): void => {
    if (!names.includes(name)) throw new Error(`Profile with name "${name}" does not exist`);
  };
  return {
    get names() {
      return names;
    },
    get active() {
      return active;
    },
    create: (name) => {
      if (names.includes(name)) throw new Error(`Profile with name "${name}" already exists`);
      names = [...names, name];
    },
    remove: (name) => {
      check(name);
      names = names.filter((other) => other !== name);
      if (active === name) active = names[0];
    },
    activate: (name) => {
      check(name);
      active = name;
    },
  };
}
