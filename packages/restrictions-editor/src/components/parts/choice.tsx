import * as ToggleGroup from '@radix-ui/react-toggle-group';
import type { ReactElement, ReactNode } from 'react';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Undefined if no value is selected. */
  readonly value: Value | undefined;
  readonly options: readonly {
    readonly value: Value;
    readonly label: ReactNode;
  }[];
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: Value) => void;
}

/** A choice among a few values, displayed side by side. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  disabled = false,
  onChange,
}: ChoiceProps<Value>): ReactElement {
  return (
    <ToggleGroup.Root
      type="single"
      className="mge-choice"
      aria-label={label}
      value={value ?? ''}
      disabled={disabled}
      onValueChange={(next) => {
        // Pressing the active item changes nothing.
        if (next !== '') onChange(next as Value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value} className="mge-choice-item" data-value={option.value}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
