import { useContext } from 'react'
import { Button, IconButton } from '../../design/index.ts'
import { Plus, X } from '../../icons/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { SourceWords } from '../source-words.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type FormProps, textOf } from './control.ts'

type Props = FormProps & { readonly field: Extract<FieldSpec, { kind: 'columns' }> }

/** Chooses several columns in order. */
export function ColumnList({ field, config, columns, problemAt, onChange }: Props) {
  const { path, hint, minimum, maximum } = field
  const { adapt: worded } = useContext(SourceWords)
  const label = worded(field.label)
  const storedValue = valueAt(config, path)
  const chosen = Array.isArray(storedValue) ? storedValue.map(textOf) : []
  const listedColumns =
    chosen.length < minimum ? [...chosen, ...Array<string>(minimum - chosen.length).fill('')] : chosen
  const put = (next: readonly string[]) => onChange(withValueAt(config, path, [...next]))
  const error = problemAt(path)
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-small font-medium">{label}</legend>
      {listedColumns.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two choices may be equal; their fields are controlled and hold no state.
        <div key={index} className="flex items-center gap-1">
          <ColumnChoice
            id={`${path}-${index}`}
            aria-describedby={`${path}-about`}
            aria-invalid={error !== undefined}
            columns={columns}
            value={value}
            onChange={(next) => put(withoutHoles(listedColumns.with(index, next)))}
          />
          <label htmlFor={`${path}-${index}`} className="sr-only">
            {label} {index + 1}
          </label>
          {listedColumns.length > minimum && (
            <IconButton
              label={worded(`Remove column ${index + 1}`)}
              onClick={() => put(listedColumns.toSpliced(index, 1))}
            >
              <X />
            </IconButton>
          )}
        </div>
      ))}
      {(maximum === undefined || listedColumns.length < maximum) && (
        <Button
          kind="quiet"
          size="small"
          className="self-start"
          onClick={() =>
            put([...listedColumns, columns.find(({ title }) => !listedColumns.includes(title))?.title ?? ''])
          }
        >
          <Plus />
          {worded('Add a column')}
        </Button>
      )}
      <p id={`${path}-about`} className="text-small text-ink-faint empty:hidden">
        {error ? <span className="text-bad">{error}</span> : hint}
      </p>
    </fieldset>
  )
}

/** Drops empty choices at the end. */
function withoutHoles(values: readonly string[]): readonly string[] {
  const last = values.findLastIndex((value) => value !== '')
  return values.slice(0, last + 1)
}
