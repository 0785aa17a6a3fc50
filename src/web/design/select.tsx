import { Select as Base } from '@base-ui/react/select'
import { type ReactNode, useRef } from 'react'
import { Check, ChevronDown } from '../icons/index.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { itemStyle, popupStyle } from './popup-style.ts'

export interface Choice<V extends string> {
  readonly value: V
  readonly label: ReactNode
  readonly disabled?: boolean
}

interface Props<V extends string> {
  readonly id?: string
  readonly label?: string
  readonly value: V
  readonly choices: readonly Choice<V>[]
  readonly onChange: (value: V) => void
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly className?: string
}

/** Chooses one of a few values; `label` names the control if it has no visible label. */
export function Select<V extends string>(props: Props<V>) {
  const { id, label, value, choices, onChange, className } = props
  /** True while the closed list handles a key: letters choose its items. */
  const isTyping = useRef(false)
  return (
    <Base.Root
      value={value}
      onValueChange={(next, { reason }) => {
        // If the chosen item leaves the list, Base UI reports its first value with the reason `none`.
        if (reason === 'none' && !isTyping.current) return
        isTyping.current = false
        onChange(next as V)
      }}
    >
      <Base.Trigger
        id={id}
        onKeyDownCapture={() => {
          isTyping.current = true
          setTimeout(() => {
            isTyping.current = false
          })
        }}
        aria-label={label}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid'] || undefined}
        className={classNames(
          'inline-flex h-7 items-center justify-between whitespace-nowrap gap-1.5 rounded-md border border-line-strong bg-surface px-2 text-body hover:bg-sunken aria-invalid:border-bad',
          className,
        )}
      >
        <Base.Value className="min-w-0 truncate">
          {choices.find((choice) => choice.value === value)?.label ?? value}
        </Base.Value>
        <ChevronDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" alignItemWithTrigger={false} className="z-50">
          <Base.Popup className={classNames(popupStyle, 'min-w-[max(10rem,var(--anchor-width))]')}>
            {choices.map((choice) => (
              <Base.Item
                key={choice.value}
                value={choice.value}
                disabled={choice.disabled ?? false}
                className={itemStyle}
              >
                <Base.ItemText>{choice.label}</Base.ItemText>
                <Base.ItemIndicator className="ml-auto">
                  <Check />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type SelectFieldProps<V extends string> = Omit<
  Props<V>,
  'id' | 'label' | 'aria-describedby' | 'aria-invalid'
> &
  FieldProps

/** A labelled `Select`, as wide as its form. */
export const SelectField = <V extends string>({ label, hint, error, ...select }: SelectFieldProps<V>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Select className="w-full" {...control} {...select} />}
  </Field>
)
