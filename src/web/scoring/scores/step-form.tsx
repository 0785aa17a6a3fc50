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
import { defaultName, kindName, type StepDraft, stepKinds } from './step-draft.ts'
import { asksForTrue } from './verdict-column.ts'

interface Props {
  readonly step: StepDraft
  readonly index: number
  /** The weight as a share of all weights, from 0 to 1. */
  readonly share: number
  readonly columns: readonly Column[]
  readonly isOpen: boolean
  readonly onChange: (step: StepDraft) => void
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: () => void
}

const noProblem = () => undefined

/** One step: its source, weight and pass mark. */
export function StepForm({ step, index, share, columns, isOpen: isNew, onChange, onMove, onRemove }: Props) {
  const [isOpen, setOpen] = useState(isNew)
  const title = step.title || defaultName(step, columns)
  return (
    <section
      aria-label={title}
      className="rounded-lg border bg-surface"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const from = Number(event.dataTransfer.getData('application/x-galley-step') || 'none')
        if (Number.isInteger(from)) onMove(from, index)
      }}
    >
      <div className="flex h-9 items-center gap-1 pr-1 pl-1">
        <button
          type="button"
          draggable
          aria-label={`Move ${title}, also with the arrow keys`}
          className="grid size-6 shrink-0 cursor-grab place-items-center rounded-md text-ink-faint hover:bg-raised"
          onDragStart={(event) => event.dataTransfer.setData('application/x-galley-step', String(index))}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            onMove(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
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
            {kindName(step)}, weight {step.weight} ({percent(share)})
          </span>
        </button>
        <IconButton label={`Remove ${title}`} onClick={onRemove}>
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
          problemAt={noProblem}
          onChange={(next) => onChange({ ...step, primitive_config: next })}
        />
      ))
  return (
    <div className="flex flex-col gap-3 border-t p-3">
      <TextField
        label="Name of the step"
        autoComplete="off"
        placeholder={defaultName(step, columns)}
        value={step.title}
        onChange={({ target }) => onChange({ ...step, title: target.value })}
      />
      {asksForTrue(step) && (
        <p className="text-small text-ink-soft">
          A row passes if the value of the column is true. The step compares the value with true.
        </p>
      )}
      {fieldsOf(false)}
      <Weights step={step} onChange={onChange} />
      <SwitchRow
        label="Required: a row that fails this step fails"
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
  { path: 'weight', label: 'Weight', minimum: 0 },
  { path: 'thresholds.pass', label: 'Passes from', minimum: 0, maximum: 1 },
  { path: 'thresholds.warn', label: 'Warns from', minimum: 0, maximum: 1 },
] as const

const Weights = ({ step, onChange }: Pick<Props, 'step' | 'onChange'>) => (
  <div className="grid grid-cols-3 gap-2">
    {numbers.map(({ path, label, ...bounds }) => (
      <NumberField
        key={path}
        field={{ kind: 'number', path, label }}
        config={step as unknown as Config}
        columns={[]}
        problemAt={(path) => numberProblem(valueAt(step as unknown as Config, path), bounds)}
        onChange={(next) => onChange(next as unknown as StepDraft)}
      />
    ))}
  </div>
)

const evidence = [
  ['summary', 'Summary'],
  ['raw', 'Complete'],
  ['hidden', 'None'],
] as const

const More = ({ step, columns, onChange }: DetailsProps) => (
  <>
    <NativeSelectField
      label="Store evidence"
      value={step.evidence_mode ?? 'summary'}
      onChange={({ target }) =>
        onChange({ ...step, evidence_mode: target.value as StepDraft['evidence_mode'] })
      }
      options={evidence}
    />
    <Field label="About the column" hint="Shown to readers. Does not change the score.">
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
