import { ChevronRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge, Button, classNames, TextField } from '../../design/index.ts'
import type { Config } from '../column/config.ts'
import { FormField } from '../column/fields/form-field.tsx'
import { NumberField } from '../column/fields/number-field.tsx'
import { SwitchRow } from '../column/fields/switch-row.tsx'
import type { Column } from '../grid/column.ts'
import { type SentStep, stepKinds } from './step-draft.ts'

interface Props {
  readonly step: SentStep
  readonly columns: readonly Column[]
  readonly isOpen: boolean
  readonly onChange: (step: SentStep) => void
  readonly onTakeAway: () => void
}

const nothing = () => undefined

/** One check: what it looks at, how much it weighs, and from where it passes. */
export function StepForm({ step, columns, isOpen: isNew, onChange, onTakeAway }: Props) {
  const [isOpen, setOpen] = useState(isNew)
  const { name, fields } = stepKinds[step.primitive_type]
  const config = step.primitive_config
  const shown = fields.filter((field) => !field.when || field.when(config))
  const title = step.title || name
  return (
    <section aria-label={title} className="rounded-lg border bg-surface">
      <div className="flex h-9 items-center gap-1 pr-1">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex h-full min-w-0 flex-1 items-center gap-2 px-2 text-left"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight className={classNames('size-3.5 shrink-0', isOpen && 'rotate-90')} aria-hidden />
          <span className="min-w-0 truncate font-medium">{title}</span>
          {step.required && <Badge>Required</Badge>}
          <span className="ml-auto shrink-0 text-small text-ink-faint tabular-nums">
            {name}, weight {step.weight}
          </span>
        </button>
        <Button kind="quiet" size="small-icon" aria-label={`Take ${title} away`} onClick={onTakeAway}>
          <Trash2 />
        </Button>
      </div>
      {isOpen && (
        <div className="flex flex-col gap-3 border-t p-3">
          <TextField
            label="Name of the step"
            autoComplete="off"
            value={step.title}
            onChange={({ target }) => onChange({ ...step, title: target.value })}
          />
          {shown.map((field) => (
            <FormField
              key={field.path}
              field={field}
              config={config}
              columns={columns}
              problemAt={nothing}
              onChange={(next) => onChange({ ...step, primitive_config: next })}
            />
          ))}
          <Weights step={step} onChange={onChange} />
          <SwitchRow
            label="Required: a row that fails it fails"
            checked={step.required}
            onChange={(required) => onChange({ ...step, required })}
          />
        </div>
      )}
    </section>
  )
}

const numbers = [
  ['weight', 'Weight'],
  ['thresholds.pass', 'Passes from'],
  ['thresholds.warn', 'Warns from'],
] as const

const Weights = ({ step, onChange }: Pick<Props, 'step' | 'onChange'>) => (
  <div className="grid grid-cols-3 gap-2">
    {numbers.map(([path, label]) => (
      <NumberField
        key={path}
        field={{ kind: 'number', path, label }}
        config={step as unknown as Config}
        columns={[]}
        problemAt={nothing}
        onChange={(next) => onChange(next as unknown as SentStep)}
      />
    ))}
  </div>
)
