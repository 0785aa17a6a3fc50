import { useContext, useEffect, useState } from 'react'
import { Button, Field, TextField } from '../../design/index.ts'
import { SheetOfColumn, useNewConstant } from '../use-new-constant.ts'
import { ColumnChoice } from './column-choice.tsx'
import type { Readable } from './control.ts'
import { defaultColumns } from './default-columns.ts'

interface Props {
  readonly variables: readonly string[]
  readonly mapping: Readonly<Record<string, unknown>>
  readonly columns: readonly Readable[]
  /** Names that are offered after the columns, such as the variables that a loop sets. */
  readonly others: readonly string[]
  readonly problemAt: (variable: string) => string | undefined
  readonly onChange: (mapping: Readonly<Record<string, unknown>>) => void
}

const fixedValue = 'A fixed value…'

/** Each variable with its column. Variable names may contain dots, so they are not paths of the config. */
export function VariableRows({ variables, mapping, columns, others, problemAt, onChange }: Props) {
  const isInSheet = useContext(SheetOfColumn) !== null
  /** The variable whose fixed value is being typed. */
  const [typing, setTyping] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each list of variables, so that later choices stay.
  useEffect(() => {
    const rows = defaultColumns(variables, mapping, others.length > 0 ? [] : columns, columns)
    if (rows.length > 0) onChange({ ...mapping, ...Object.fromEntries(rows) })
  }, [variables.join('\n')])
  const put = (variable: string, column: string) => {
    const otherVariables = Object.entries(mapping).filter(([name]) => name !== variable)
    onChange(Object.fromEntries(column === '' ? otherVariables : [...otherVariables, [variable, column]]))
  }
  return variables.map((variable) => (
    <div key={variable} className="flex flex-col gap-1">
      <Field
        label={`{${variable}}`}
        error={problemAt(variable)}
        hint={
          !Object.hasOwn(mapping, variable) && (
            <span className="text-warning">Needs a value: the prompt fails without one.</span>
          )
        }
      >
        {(control) => (
          <ColumnChoice
            {...control}
            columns={columns}
            value={Object.hasOwn(mapping, variable) ? String(mapping[variable]) : ''}
            others={isInSheet ? [...others, fixedValue] : others}
            onChange={(next) => {
              setTyping(next === fixedValue ? variable : null)
              if (next !== fixedValue) put(variable, next)
            }}
          />
        )}
      </Field>
      {typing === variable && (
        <NewConstant
          variable={variable}
          onMade={(title) => {
            setTyping(null)
            put(variable, title)
          }}
        />
      )}
    </div>
  ))
}

/** The field for a fixed value. In a sheet a fixed value is a column, so adding the value makes one. */
function NewConstant({ variable, onMade }: { variable: string; onMade: (title: string) => void }) {
  const [text, setText] = useState('')
  const make = useNewConstant(onMade)
  const { onTyped } = useContext(SheetOfColumn)!
  useEffect(() => {
    onTyped(variable, text)
    return () => onTyped(variable, '')
  }, [variable, text, onTyped])
  const add = () => make.mutate({ title: variable, text })
  return (
    <div className="flex items-end gap-1">
      <div className="flex-1">
        <TextField
          label={`Fixed value of {${variable}}`}
          error={make.error?.message}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
      </div>
      <Button isBusy={make.isPending} onClick={add}>
        Add as a column
      </Button>
    </div>
  )
}
