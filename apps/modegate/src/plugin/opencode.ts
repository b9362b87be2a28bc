import { createHooks } from './opencode-hooks.ts';

/** Plugin for opencode, which calls every function that this file exports. */
export const Modegate = async (context: { readonly directory: string }) => createHooks('opencode', context);
