import { createHooks } from './opencode-hooks.ts';

/** The plugin of opencode, which calls every function that the file exports. */
export const Modegate = async (context: { readonly directory: string }) => createHooks('opencode', context);
