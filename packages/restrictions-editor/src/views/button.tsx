import type { ComponentProps, ReactElement } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  readonly isPrimary?: boolean;
}

/** A button that submits nothing. The primary one is for the most likely next step. */
export function Button({ isPrimary = false, ...props }: ButtonProps): ReactElement {
  return <button type="button" className="mge-button" data-kind={isPrimary ? 'primary' : undefined} {...props} />;
}
