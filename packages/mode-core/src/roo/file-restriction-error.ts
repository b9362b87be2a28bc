/** Error for a file that the mode may not access, with the message that the upstream project shows the model. */
export class FileRestrictionError extends Error {
  /**
   * Constructs the error. `mode` is the display name; `tool` is the name used in the call. There are five parameters
   * because callers construct the error in this form.
   */
  constructor(mode: string, pattern: string, description: string | undefined, filePath: string, tool?: string) {
    const who = tool ? `Tool '${tool}' in mode '${mode}'` : `This mode (${mode})`;
    const words = description ? ` (${description})` : '';
    super(`${who} can only edit files matching pattern: ${pattern}${words}. Got: ${filePath}`);
    this.name = 'FileRestrictionError';
  }
}
