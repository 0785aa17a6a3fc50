import { useState } from 'react'
import { type Config, numberProblem, valueAt } from '../../columns/forms.ts'
import { ColumnChoice, FormField, NumberField } from '../../columns/index.ts'
import {
  Badge,
  classNames,
  Field,
  IconButton,
  NativeSelectField,
  percent,
  SwitchRow,
  TextAreaField,
  TextField,
} from '../../design/index.ts'
import { ChevronRight, GripVertical, Trash2 } from '../../icons/index.ts'
import type { Column } from '../../sheets/index.ts'
import { AdapterFields } from './adapter-fields.tsx'
import { kindInWords, nameFor, type SentStep, stepKinds } from './step-draft.ts'
import { asksForTrue } from './verdict-column.ts'

interface Props {
  readonly step: SentStep
  readonly at: number
  /** The part of all weights, from 0 to 1. */
  readonly share: number
  readonly columns: readonly Column[]
  readonly isOpen: boolean
  readonly onChange: (step: SentStep) => void
  readonly onMove: (from: number, to: number) => void
  readonly onTakeAway: () => void
}

const nothing = () => undefined

/** One step: its source, weight and pass mark. */
export function StepForm({ step, at, share, columns, isOpen: isNew, onChange, onMove, onTakeAway }: Props) {
  const [isOpen, setOpen] = useState(isNew)
  const title = step.title || nameFor(step, columns)
  return (
    <section
      aria-label={title}
      className="rounded-lg border bg-surface"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const from = Number(event.dataTransfer.getData('application/x-galley-step') || 'none')
        if (Number.isInteger(from)) onMove(from, at)
      }}
    >
      <div className="flex h-9 items-center gap-1 pr-1 pl-1">
        <button
          type="button"
          draggable
          aria-label={`Move ${title}; with the arrow keys too`}
          className="grid size-6 shrink-0 cursor-grab place-items-center rounded-md text-ink-faint hover:bg-raised"
          onDragStart={(event) => event.dataTransfer.setData('application/x-galley-step', String(at))}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            onMove(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
          }}
        >
          <GripVertical className="size-3.5" aria-hidden />
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex h-full min-w-0 flex-1 items-center gap-2 pr-2 text-left"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight className={classNames('size-3.5 shrink-0', isOpen && 'rotate-90')} aria-hidden />
          <span className="min-w-0 truncate font-medium">{title}</span>
          {step.required && <Badge>Required</Badge>}
          <span className="ml-auto shrink-0 text-small text-ink-faint tabular-nums">
            {kindInWords(step)}, weight {step.weight} ({percent(share)})
          </span>
        </button>
        <IconButton label={`Take ${title} away`} onClick={onTakeAway}>
          <Trash2 />
        </IconButton>
      </div>
      {isOpen && <Details step={step} columns={columns} onChange={onChange} />}
    </section>
  )
}

type DetailsProps = Pick<Props, 'step' | 'columns' | 'onChange'>

function Details({ step, columns, onChange }: DetailsProps) {
  const config = step.primitive_config
  const fields = stepKinds[step.primitive_type].fields.filter((field) => !field.when || field.when(config))
  const fieldsOf = (isMore: boolean) =>
    fields
      .filter((field) => (field.isMore ?? false) === isMore)
      .map((field) => (
        <FormField
          key={field.path}
          field={field}
          config={config}
          columns={columns}
          problemAt={nothing}
          onChange={(next) => onChange({ ...step, primitive_config: next })}
        />
      ))
  return (
    <div className="flex flex-col gap-3 border-t p-3">
      <TextField
        label="Name of the step"
        autoComplete="off"
        placeholder={nameFor(step, columns)}
        value={step.title}
        onChange={({ target }) => onChange({ ...step, title: target.value })}
      />
      {asksForTrue(step) && (
        <p className="text-small text-ink-soft">
          A row passes where the column says true. The step is a comparison with true.
        </p>
      )}
      {fieldsOf(false)}
      <Weights step={step} onChange={onChange} />
      <SwitchRow
        label="Required: a row that fails it fails"
        checked={step.required}
        onChange={(required) => onChange({ ...step, required })}
      />
      <details>
        <summary className="cursor-default py-1 text-small font-medium text-ink-soft">More options</summary>
        <div className="flex flex-col gap-3 pt-2">
          {fieldsOf(true)}
          <AdapterFields
            adapter={step.score_adapter}
            onChange={(score_adapter) => onChange({ ...step, score_adapter })}
          />
          <More step={step} columns={columns} onChange={onChange} />
        </div>
      </details>
    </div>
  )
}

const numbers = [
  { path: 'weight', label: 'Weight', least: 0 },
  { path: 'thresholds.pass', label: 'Passes from', least: 0, most: 1 },
  { path: 'thresholds.warn', label: 'Warns from', least: 0, most: 1 },
] as const

const Weights = ({ step, onChange }: Pick<Props, 'step' | 'onChange'>) => (
  <div className="grid grid-cols-3 gap-2">
    {numbers.map(({ path, label, ...bounds }) => (
      <NumberField
        key={path}
        field={{ kind: 'number', path, label }}
        config={step as unknown as Config}
        columns={[]}
        problemAt={(place) => numberProblem(valueAt(step as unknown as Config, place), bounds)}
        onChange={(next) => onChange(next as unknown as SentStep)}
      />
    ))}
  </div>
)

const evidence = [
  ['summary', 'In short'],
  ['raw', 'As it came'],
  ['hidden', 'Not at all'],
] as const

const More = ({ step, columns, onChange }: DetailsProps) => (
  <>
    <NativeSelectField
      label="Store evidence"
      value={step.evidence_mode ?? 'summary'}
      onChange={({ target }) =>
        onChange({ ...step, evidence_mode: target.value as SentStep['evidence_mode'] })
      }
      options={evidence}
    />
    <Field label="About the column" hint="For readers of the scorecard; it changes no score.">
      {(control) => (
        <ColumnChoice
          {...control}
          columns={columns}
          value={step.target_column_id ?? ''}
          none="None"
          onChange={(next) => {
            const column = columns.find(({ id, title }) => id === next || title === next)
            onChange({ ...step, target_column_id: column?.id ?? null })
          }}
        />
      )}
    </Field>
    <TextAreaField
      label="Description"
      rows={2}
      value={step.description ?? ''}
      onChange={({ target }) => onChange({ ...step, description: target.value || null })}
    />
  </>
)
