/** Variables that may be set before a command that an allow rule covers. */
const harmless = new Set(
  `GOEXPERIMENT GOOS GOARCH CGO_ENABLED GO111MODULE RUST_BACKTRACE RUST_LOG NODE_ENV PYTHONUNBUFFERED
  PYTHONDONTWRITEBYTECODE PYTEST_DISABLE_PLUGIN_AUTOLOAD PYTEST_DEBUG ANTHROPIC_API_KEY LANG LANGUAGE LC_ALL LC_CTYPE
  LC_TIME CHARSET TERM COLORTERM NO_COLOR FORCE_COLOR TZ LS_COLORS LSCOLORS GREP_COLOR GREP_COLORS GCC_COLORS TIME_STYLE
  BLOCK_SIZE BLOCKSIZE COLUMNS LINES CLICOLOR CLICOLOR_FORCE CI DEBIAN_FRONTEND GIT_TERMINAL_PROMPT`.split(/\s+/),
);

/** True for a name that the environment may already contain, in which case programs would see its new value. */
export function mayBeExported(name: string): boolean {
  return /^[A-Z][A-Z_\d]{2,}$/.test(name) && !harmless.has(name);
}

/**
 * True if Claude Code considers an assignment before a command harmless: the name is known, and the value is not a
 * path.
 */
export function isHarmlessVariable({ name, text }: { readonly name: string; readonly text: string }): boolean {
  const value = text.slice(name.length + 1);
  if (!harmless.has(name) || !/^[\w./:-]+$/.test(value)) return false;
  if (/^(LANG|LC_ALL|LC_CTYPE)$/.test(name)) return /^(C|POSIX|UTF-?8|[\w-]+\.UTF-?8)$/i.test(value);
  return !/^[.~]*\/|\/\/|:[/.]|(^|\/)\.\.(\/|$)/.test(value);
}
