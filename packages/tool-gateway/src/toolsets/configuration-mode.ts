import { createListeners } from '@modegate/timing';

/** Presentation of toolsets: with a configuration mode, with all tools shown together, or off. */
export type ToolsetPresentation = 'modal' | 'flat' | 'off';

/** Exposure if no toolset is equipped: all tools that the mode allows, or none. */
export type UnequippedExposure = 'all' | 'none';

/** Options for {@link createConfigurationMode}. */
export interface ConfigurationModeOptions {
  /** Presentation of toolsets; only `modal` has a configuration mode. */
  readonly presentation: ToolsetPresentation;
  /** True if a connection begins in configuration mode; called once per connection. */
  initial(connectionId: string): boolean;
}

/** Options for a change to the mode. */
export interface ModeChangeOptions {
  /** True to notify the listeners; false if the caller announces a larger change. Default true. */
  readonly announce?: boolean;
}

/** The configuration mode of each connection. Its methods are idempotent. */
export interface ConfigurationMode {
  readonly presentation: ToolsetPresentation;
  isConfiguring(connectionId: string): boolean;
  /** Enters configuration mode; returns true if the mode has changed. */
  enter(connectionId: string, options?: ModeChangeOptions): boolean;
  /** Leaves configuration mode; returns true if the mode has changed. */
  exit(connectionId: string, options?: ModeChangeOptions): boolean;
  /**
   * Excludes a connection from configuration mode permanently, since the connection's calls must not change its lists
   * (MCP 2026-07-28).
   */
  fix(connectionId: string): void;
  isFixed(connectionId: string): boolean;
  /** Removes a closed connection. */
  forget(connectionId: string): void;
  /** Subscribes to effective changes to a connection's mode; the returned function unsubscribes. */
  onChange(listener: (connectionId: string) => void): () => void;
}

/** Creates the configuration mode for connections, each of which is independent of the others. */
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

/** The state at startup, which determines the initial mode. */
export interface InitialState {
  readonly presentation: ToolsetPresentation;
  readonly unequipped: UnequippedExposure;
  readonly isEquipped: boolean;
}

/**
 * True if a connection should begin in configuration mode, which is the case only if it would otherwise see no tools.
 */
export function startsConfiguring({ presentation, unequipped, isEquipped }: InitialState): boolean {
  return presentation === 'modal' && unequipped === 'none' && !isEquipped;
}

/**
 * Ends a connection's configuration mode together with a change to the equipped set. The end of the mode is announced
 * separately only if the change to the set is not announced.
 */
export function exitOnceApplied(mode: ConfigurationMode, connectionId: string): (isAnnounced: boolean) => void {
  return (isAnnounced) => {
    mode.exit(connectionId, { announce: !isAnnounced });
  };
}
