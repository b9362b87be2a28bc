/** Every contestant: the module that holds it and its export; imported only in the contestant's own process. */
export const engines = {
  'mode-core-remembered': ['mode-core', 'remembered'],
  'mode-core-first-asked': ['mode-core', 'firstAsked'],
  'mode-core-explain': ['mode-core', 'explained'],
  'casl-written-out': ['casl', 'writtenOut'],
  'casl-conditions': ['casl', 'conditions'],
  cel: ['cel', 'parsed'],
  gemini: ['gemini', 'policyEngine'],
  'casbin-cached': ['casbin', 'cached'],
  casbin: ['casbin', 'enforceSync'],
  cedar: ['cedar', 'stateful'],
  reference: ['reference', 'reference'],
};

/** Loads one contestant. */
export async function loadEngine(name) {
  const [module, member] = engines[name];
  return (await import(`./engines/${module}.mjs`))[member];
}
