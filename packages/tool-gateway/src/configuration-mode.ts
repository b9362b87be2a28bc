import type { Viewer } from './gateway-tool.ts';

/** How toolsets are offered: with a configuration mode of their own, beside everything else, or not at all. */
export type ToolsetSurface = 'modal' | 'flat' | 'off';

/** What is shown while no toolset is equipped: all that the mode allows, or nothing. */
export type UnequippedExposure = 'all' | 'none';

/** Options of {@link createConfigurationMode}. */
export interface ConfigurationModeOptions {
  /** Whether a connection begins in configuration mode; asked once for each connection, when it is first heard of. */
  initial(viewer: Viewer): boolean;
  /** Called after a connection has entered or left, never when nothing has changed. */
  onChange(connectionId: string): void;
}

/** How a change is made known. */
export interface ModeChangeOptions {
  /** Calls `onChange`. False for a caller who announces a larger change that covers this one. Default true. */
  readonly announce?: boolean;
}

/** Which connections are configuring. Each is set, never toggled, so that saying a thing twice is saying it once. */
export interface ConfigurationMode {
  isConfiguring(connectionId: string): boolean;
  /** Returns whether that changed anything. */
  enter(connectionId: string, options?: ModeChangeOptions): boolean;
  /** Returns whether that changed anything. */
  exit(connectionId: string, options?: ModeChangeOptions): boolean;
  /** Drops what is known of a connection that has ended. */
  forget(connectionId: string): void;
}

/** Keeps, for each connection by itself, whether it is in configuration mode. */
export function createConfigurationMode(options: ConfigurationModeOptions): ConfigurationMode {
  const states = new Map<string, boolean>();
  const isConfiguring = (connectionId: string): boolean => {
    const known = states.get(connectionId);
    if (known !== undefined) return known;
    const initial = options.initial({ connectionId });
    states.set(connectionId, initial);
    return initial;
  };
  const set = (connectionId: string, configuring: boolean, announce = true): boolean => {
    if (isConfiguring(connectionId) === configuring) return false;
    states.set(connectionId, configuring);
    if (announce) options.onChange(connectionId);
    return true;
  };
  return {
    isConfiguring,
    enter: (connectionId, change) => set(connectionId, true, change?.announce),
    exit: (connectionId, change) => set(connectionId, false, change?.announce),
    forget: (connectionId) => {
      states.delete(connectionId);
    },
  };
}

/** Whether a connection begins in configuration mode: only where nothing at all would be shown otherwise. */
export function startsConfiguring(situation: {
  readonly surface: ToolsetSurface;
  readonly unequipped: UnequippedExposure;
  readonly isEquipped: boolean;
}): boolean {
  return situation.surface === 'modal' && situation.unequipped === 'none' && !situation.isEquipped;
}
