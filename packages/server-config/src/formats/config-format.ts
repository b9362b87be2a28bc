import type { SectionFormat } from './section-format.ts';
import { tomlFormat } from './toml-format.ts';
import { yamlFormat } from './yaml-format.ts';

/** Format of a client's file. */
export type ConfigFormatName = 'json' | 'toml' | 'yaml';

/** Formats other than JSON. */
export const sectionFormats: Readonly<Record<Exclude<ConfigFormatName, 'json'>, SectionFormat>> = {
  toml: tomlFormat,
  yaml: yamlFormat,
};
