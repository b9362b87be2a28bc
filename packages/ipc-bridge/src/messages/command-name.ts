/** All commands of the three dialects, as spelled on the wire. */
export const commandNames = [
  'StartNewTask',
  'CancelTask',
  'CloseTask',
  'ResumeTask',
  'SendMessage',
  'GetCommands',
  'GetModes',
  'GetModels',
  'DeleteQueuedMessage',
  'GetCurrentTaskStack',
  'ClearCurrentTask',
  'CancelCurrentTask',
  'PressPrimaryButton',
  'PressSecondaryButton',
  'SetConfiguration',
  'GetConfiguration',
  'IsReady',
  'GetMessages',
  'GetTokenUsage',
  'Log',
  'IsTaskInHistory',
  'CreateProfile',
  'GetProfiles',
  'SetActiveProfile',
  'GetActiveProfile',
  'DeleteProfile',
] as const;

/** The name of a command. */
export type CommandName = (typeof commandNames)[number];

const known: ReadonlySet<string> = new Set(commandNames);

/** True if any dialect has a command of this name. */
export function isCommandName(name: string): name is CommandName {
  return known.has(name);
}
