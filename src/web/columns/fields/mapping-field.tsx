import { useState } from 'react'
import { Button, IconButton, Input } from '../../design/index.ts'
import { Plus, X } from '../../icons/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type FormProps, textOf } from './control.ts'
import { jsonOrText } from './json-or-text.ts'

type Props = FormProps & { readonly field: Extract<FieldSpec, { kind: 'mapping' }> }
const nouns = {
  headers: 'header',
  variables: 'variable',
  parameters: 'parameter',
  labelScores: 'label',
} as const

type Pair = readonly [name: string, value: string]

/** Names that the person types, each with a column or a fixed value. */
export function MappingField({ field, config, columns, problemAt, onChange }: Props) {
  const { path, label, hint, names } = field
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    Object.entries((valueAt(config, path) ?? {}) as Readonly<Record<string, unknown>>).map(
      ([name, value]): Pair => [name, textOf(value)],
    ),
  )
  const put = (next: readonly Pair[]) => {
    setPairs(next)
    const completePairs = next.filter(([name, value]) => name !== '' && value !== '')
    const entries = completePairs.map(([name, value]) => [
      name,
      names === 'parameters' || names === 'labelScores' ? jsonOrText(value) : value,
    ])
    onChange(withValueAt(config, path, entries.length > 0 ? Object.fromEntries(entries) : undefined))
  }
  const noun = nouns[names]
  const error = problemAt(path)
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-small font-medium">{label}</legend>
      {pairs.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name as the key would remount the field at each letter.
        <div key={index} className="flex items-center gap-1">
          <Input
            aria-label={`Name of ${noun} ${index + 1}`}
            className="font-mono text-small"
            autoComplete="off"
            value={name}
            onChange={({ target }) => put(pairs.with(index, [target.value, value]))}
          />
          {names !== 'variables' ? (
            <Input
              aria-label={`Value of ${noun} ${index + 1}`}
              autoComplete="off"
              value={value}
              onChange={({ target }) => put(pairs.with(index, [name, target.value]))}
            />
          ) : (
            <>
              <ColumnChoice
                id={`${path}-${index}`}
                aria-describedby={`${path}-about`}
                aria-invalid={error !== undefined}
                columns={columns}
                value={value}
                onChange={(next) => put(pairs.with(index, [name, next]))}
              />
              <label htmlFor={`${path}-${index}`} className="sr-only">
                Column for {noun} {index + 1}
              </label>
            </>
          )}
          <IconButton label={`Remove ${noun} ${index + 1}`} onClick={() => put(pairs.toSpliced(index, 1))}>
            <X />
          </IconButton>
        </div>
      ))}
      <Button kind="quiet" size="small" className="self-start" onClick={() => setPairs([...pairs, ['', '']])}>
        <Plus />
        Add a {noun}
      </Button>
      <p id={`${path}-about`} className="text-small text-ink-faint empty:hidden">
        {error ? <span className="text-bad">{error}</span> : hint}
      </p>
    </fieldset>
  )
}
