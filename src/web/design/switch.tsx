import { Switch as Base } from '@base-ui/react/switch'

interface Props {
  readonly id?: string
  readonly label?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export const Switch = ({ id, label, checked, disabled = false, onChange }: Props) => (
  <Base.Root
    id={id}
    aria-label={label}
    checked={checked}
    disabled={disabled}
    onCheckedChange={(next) => onChange(next)}
    className="flex h-4 w-7 shrink-0 rounded-full bg-ink-faint p-0.5 data-[checked]:bg-accent data-[disabled]:opacity-50"
  >
    <Base.Thumb className="size-3 rounded-full bg-white transition-transform data-[checked]:translate-x-3" />
  </Base.Root>
)
