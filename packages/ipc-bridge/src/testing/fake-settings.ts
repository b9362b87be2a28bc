import type { JsonObject } from '@modegate/json';
import { isSecretName } from '@modegate/secrets';

/** Settings of a fake fork agent. */
export type FakeSettings = ReturnType<typeof createFakeSettings>;

/** Creates the settings of an agent. */
export function createFakeSettings(initial: JsonObject) {
  let all = initial;
  return {
    /** All settings, with keys in plain text. */
    get all() {
      return all;
    },
    /** Replaces the provider settings: omitted values are removed, except secrets. */
    replace: (values: JsonObject) => {
      const secrets = Object.entries(all).filter(([key]) => isSecretName(key));
      all = { ...Object.fromEntries(secrets), ...values };
    },
    profiles: createProfiles(),
  };
}

function createProfiles() {
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
    create: (name: string) => {
      if (names.includes(name)) throw new Error(`Profile with name "${name}" already exists`);
      names = [...names, name];
    },
    remove: (name: string) => {
      check(name);
      names = names.filter((other) => other !== name);
      if (active === name) active = names[0];
    },
    activate: (name: string) => {
      check(name);
      active = name;
    },
  };
}
