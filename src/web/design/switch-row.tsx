import type { ComponentProps } from 'react'
import { Switch } from './switch.tsx'

export const SwitchRow = ({ label, ...rest }: ComponentProps<typeof Switch> & { label: string }) => (
  <div className="flex items-center justify-between gap-3">
    <span aria-hidden className="text-small font-medium">
      {label}
    </span>
    <Switch label={label} {...rest} />
  </div>
)
