import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, expandPath, makeFolder, print, printText } from '@modegate/cli-kit';
import { settingsFileName } from '../settings/settings.ts';
import { settingsTemplate } from '../settings/settings-template.ts';

/** Flags for `config init`. */
export interface ConfigInitFlags {
  readonly file?: string;
  readonly globalConfigDir?: string;
  readonly force?: boolean;
}

/**
 * Writes a configuration file in which every key has its default value, or prints the configuration if the file is `-`.
 * Replaces an existing file only with `force`.
 */
export function initConfig(options: ConfigInitFlags): void {
  const text = `${JSON.stringify(settingsTemplate, null, 2)}\n`;
  if (options.file === '-') {
    printText(text);
    return;
  }
  const folder = options.globalConfigDir ?? (process.env.ROO_CONFIG_DIR || '~/.roo-code');
  const file = expandPath(options.file ?? join(folder, settingsFileName));
  try {
    makeFolder(dirname(file));
    writeFileSync(file, text, {
      flag: options.force === true ? 'w' : 'wx',
      mode: 0o600,
    });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw new AppError(
      exists
        ? `${file} already exists. Use --force to replace it.`
        : `${file} could not be written: ${(cause as Error).message}`,
      1,
      cause,
    );
  }
  print(`Wrote ${file}`);
}
