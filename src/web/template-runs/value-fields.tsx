import { Suspense, useId } from 'react'
import { Button, classNames, Skeleton, TextArea } from '../design/index.ts'
import { Braces } from '../icons/index.ts'
import { lazyValues } from './lazy-values.ts'
import type { ValueKinds } from './value-kinds.ts'
import {
  isJson,
  problemOf,
  textOf,
  valueAt,
  type WrittenValue,
  type WrittenValues,
  withKind,
  withText,
} from './written-value.ts'

interface Props {
  readonly names: readonly string[]
  readonly kinds: ValueKinds
  readonly values: WrittenValues
  readonly onChange: (values: Readonly<Record<string, WrittenValue>>) => void
}

/** The input variables as text areas, and in controls of their kinds. Lists and objects are typed as JSON. */
export const ValueFields = ({ names, kinds, values, onChange }: Props) =>
  names.map((name) => {
    const kind = kinds.get(name)
    const Field = kind ? lazyValues[kind] : ValueField
    return (
      <Suspense key={name} fallback={<Skeleton className="h-13" />}>
        <Field
          name={name}
          written={valueAt(values, name)}
          onChange={(written) => onChange({ [name]: written })}
        />
      </Suspense>
    )
  })

interface FieldProps {
  readonly name: string
  readonly written: WrittenValue | undefined
  readonly onChange: (written: WrittenValue) => void
}

function ValueField({ name, written, onChange }: FieldProps) {
  const problem = problemOf(written)
  const asJson = isJson(written)
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex h-5 items-center gap-2">
        <label htmlFor={id} className="min-w-0 truncate font-mono text-small text-variable" title={name}>
          <bdi>{name}</bdi>
        </label>
        <Button
          kind="quiet"
          size="small"
          className="ml-auto h-5 gap-1 px-1 text-tiny aria-pressed:bg-raised aria-pressed:text-ink"
          aria-pressed={asJson}
          aria-label={`${name} is JSON`}
          onClick={() => onChange(withKind(written, asJson ? 'text' : 'json'))}
        >
          <Braces />
          JSON
        </Button>
      </div>
      <TextArea
        id={id}
        aria-describedby={`${id}-problem`}
        aria-invalid={problem !== null}
        rows={1}
        placeholder="empty"
        spellCheck={!asJson}
        className={classNames(
          'field-sizing-content max-h-40 min-h-7 py-1',
          asJson && 'font-mono text-[12.5px]',
        )}
        value={textOf(written)}
        onChange={(event) => onChange(withText(written, event.target.value))}
      />
      <p id={`${id}-problem`} className="text-small text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}
