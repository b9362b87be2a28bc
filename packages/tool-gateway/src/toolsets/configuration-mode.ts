import { createListeners } from '@modegate/timing';

/** How toolsets are offered: with a configuration mode of their own, beside everything else, or not at all. */
export type ToolsetPresentation = 'modal' | 'flat' | 'off';

/** What is shown while no toolset is equipped: all that the mode allows, or nothing. */
export type UnequippedExposure = 'all' | 'none';

/** Options of {@link createConfigurationMode}. */
export interface ConfigurationModeOptions {
  /** Only `modal` has a configuration mode; on the others no connection is ever in it. */
  readonly presentation: ToolsetPresentation;
  /** Whether a connection begins in configuration mode; asked once for each connection, when it is first heard of. */
  initial(connectionId: string): boolean;
}

/** How a change is made known. */
export interface ModeChangeOptions {
  /** Tells the listeners. False for a caller who announces a larger change that covers this one. Default true. */
  readonly announce?: boolean;
}

/** Which connections are configuring. Each is set, never toggled, so that saying a thing twice is saying it once. */
export interface ConfigurationMode {
  readonly presentation: ToolsetPresentation;
  isConfiguring(connectionId: string): boolean;
  /** Returns whether that changed anything. */
  enter(connectionId: string, options?: ModeChangeOptions): boolean;
  /** Returns whether that changed anything. */
  exit(connectionId: string, options?: ModeChangeOptions): boolean;
  /** No call of this connection may change its lists (MCP 2026-07-28): it is never in configuration mode. */
  fix(connectionId: string): void;
  isFixed(connectionId: string): boolean;
  /** Drops what is known of a connection that has ended. */
  forget(connectionId: string): void;
  /** Calls the listener after a connection has entered or left, never when nothing has changed; returns a function that stops that. */
  onChange(listener: (connectionId: string) => void): () => void;
}

/** Keeps, for each connection by itself, whether it is in configuration mode. */
export function createConfigurationMode({ presentation, initial }: ConfigurationModeOptions): ConfigurationMode {
  const states = new Map<string, boolean>();
  const fixed = new Set<string>();
  const listeners = createListeners<[string]>();
  const isConfiguring = (connectionId: string): boolean => {
    if (presentation !== 'modal' || fixed.has(connectionId)) return false;
    const known = states.get(connectionId) ?? initial(connectionId);
    states.set(connectionId, known);
    return known;
  };
  const set = (connectionId: string, configuring: boolean, announce = true): boolean => {
    if (fixed.has(connectionId) || isConfiguring(connectionId) === configuring) return false;
    states.set(connectionId, configuring);
    if (announce) listeners.emit(connectionId);
    return true;
  };
  return {
    presentation,
    isConfiguring,
    enter: (connectionId, change) => set(connectionId, true, change?.announce),
    exit: (connectionId, change) => set(connectionId, false, change?.announce),
    fix: (connectionId) => void fixed.add(connectionId),
    isFixed: (connectionId) => fixed.has(connectionId),
    forget: (connectionId) => {
      states.delete(connectionId);
      fixed.delete(connectionId);
    },
    onChange: listeners.add,
  };
}

/** The state at the start, from which the initial mode follows. */
export interface InitialState {
  readonly presentation: ToolsetPresentation;
  readonly unequipped: UnequippedExposure;
  readonly isEquipped: boolean;
}

/** True if a connection begins in configuration mode: only where it would see nothing otherwise. */
export function startsConfiguring({ presentation, unequipped, isEquipped }: InitialState): boolean {
  return presentation === 'modal' && unequipped === 'none' && !isEquipped;
}

/**
 * Ends a connection's configuration mode as part of a change of the equipped set, so that both are one change: it is announced
 * by itself only when nothing else about the set is.
 */
export function exitOnceApplied(mode: ConfigurationMode, connectionId: string): (isAnnounced: boolean) => void {
  return (isAnnounced) => {
    mode.exit(connectionId, { announce: !isAnnounced });
  };
}
