import type { ModeConfig } from '@modegate/mode-core';

export interface RestrictionTemplate {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** What it does not hold, in sentences. */
  readonly limits: readonly string[];
  /** Names of servers that the mode uses and that have to be replaced by one's own. */
  readonly placeholders: readonly string[];
  readonly mode: ModeConfig;
}
export declare const restrictionTemplates: readonly RestrictionTemplate[];
/** The mode of a template with one's own slug and servers. */
export declare function fillTemplate(
  template: RestrictionTemplate,
  values: {
    readonly slug?: string | undefined;
    readonly name?: string | undefined;
    /** One's own server names by placeholder. */
    readonly servers?: Readonly<Record<string, string>> | undefined;
  },
): ModeConfig;
