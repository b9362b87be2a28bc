import type { SectionFormat } from './section-format.ts';
import { tomlFormat } from './toml-format.ts';
import { yamlFormat } from './yaml-format.ts';

/** How a client's file is written. */
export type ConfigFormatName = 'json' | 'toml' | 'yaml';

/** The formats besides JSON. */
export const sectionFormats: Readonly<Record<Exclude<ConfigFormatName, 'json'>, SectionFormat>> = {
  toml: tomlFormat,
  yaml: yamlFormat,
};
