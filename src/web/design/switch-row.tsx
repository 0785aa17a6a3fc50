import { type ComponentProps, useId } from 'react'
import { Switch } from './switch.tsx'

export const SwitchRow = ({
  label,
  ...rest
}: Omit<ComponentProps<typeof Switch>, 'id'> & { label: string }) => {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <Switch id={id} {...rest} />
    </div>
  )
}
