import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Answer, queryOf } from '../../api/index.ts'
import { NativeSelectField, TextField } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import { operatorsOf, type TraceFilter, traceFields } from './trace-search.ts'

type Suggestible = Exclude<
  Answer<'readTraceFacets'>['facets'][number]['field'],
  'score_names' | 'score_values' | 'session_score_names'
>

interface Props {
  readonly onAdd: (filter: TraceFilter) => void
  readonly onClose: () => void
}

/** Asks for one condition, and suggests values that occur in traces. */
export function FilterDialog({ onAdd, onClose }: Props) {
  const [name, setName] = useState('trace_name')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const keysList = useId()
  const valuesList = useId()
  const field = traceFields.find((traceField) => traceField.field === name)!
  const hasKey = field.kind === 'key' || field.kind === 'score'
  const isNumber = field.kind === 'number' || field.kind === 'score'
  const keys = useSuggestions(field.field === 'metadata' ? 'metadata_keys' : undefined, key)
  const canSuggest = field.kind !== 'key' || key !== ''
  const values = useSuggestions(canSuggest ? field.suggests : undefined, value, hasKey ? key : undefined)
  const suggestions = name === 'trace_state' ? ['live', 'ended', 'closed'] : values
  return (
    <FormDialog
      title="Add filter"
      verb="Add"
      label="Filter"
      onSubmit={(form) => {
        if (value === '' || (hasKey && key === '')) return setIncomplete(true)
        onAdd({
          field: name,
          operator: form['operator']!,
          value: isNumber ? Number(value) * (field.factor ?? 1) : value,
          ...(hasKey && { nested_key: key }),
        })
      }}
      onClose={onClose}
    >
      <NativeSelectField
        label="Field"
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setValue('')
        }}
        options={traceFields.map((traceField) => [traceField.field, traceField.name])}
      />
      {hasKey && (
        <TextField
          label={field.field === 'metadata' ? 'Key' : 'Name'}
          error={isIncomplete && key === '' ? 'Enter a key.' : undefined}
          required
          list={keysList}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      )}
      <NativeSelectField
        label="Condition"
        name="operator"
        key={field.kind}
        options={operatorsOf[field.kind]}
      />
      <TextField
        label={field.unit ? `Value in ${field.unit}` : 'Value'}
        error={isIncomplete && value === '' ? 'Enter a value.' : undefined}
        required
        type={isNumber ? 'number' : 'text'}
        step="any"
        list={isNumber ? undefined : valuesList}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <datalist id={keysList}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <datalist id={valuesList}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </FormDialog>
  )
}

/** Values of a field that begin with the typed text. */
function useSuggestions(field: string | undefined, prefix: string, key?: string): readonly string[] {
  const { data } = useQuery({
    ...queryOf(['trace-values', field, key, prefix], 'suggestTraceValues', {
      query: {
        field: field as Suggestible,
        ...(prefix !== '' && { prefix }),
        ...(key !== undefined && { nested_key: key }),
      },
    }),
    enabled: field !== undefined,
  })
  return field === undefined ? [] : (data?.values ?? [])
}
