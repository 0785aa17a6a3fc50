import { Input, Switch, TextArea } from '../../../design/index.ts'
import type { Schema } from './schema.ts'
import { SchemaRows } from './schema-rows.tsx'

/** Whether every provider accepts the name. */
export const isFunctionName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)

export interface NamedSchema {
  readonly name: string
  readonly description: string
  readonly strict: boolean
  readonly schema: Schema
}

interface Props {
  /** The name of the form: "tool 1". */
  readonly label: string
  readonly value: NamedSchema
  readonly readOnly: boolean
  /** The word for the properties of the schema. */
  readonly noun?: 'parameter' | 'field'
  readonly onChange: (change: Partial<NamedSchema>) => void
}

/** Edits the name, description and parameters of a function, or of an answer in JSON. */
export function SchemaBuilder({ label, value, readOnly, noun = 'parameter', onChange }: Props) {
  const { name, description, strict, schema } = value
  const problem = isFunctionName(name)
    ? null
    : 'Use letters, digits, underscores and hyphens, at most 64 of them.'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          aria-label={`Name of ${label}`}
          aria-invalid={problem !== null}
          placeholder="name"
          className="w-48 min-w-0 flex-1 font-mono text-small"
          readOnly={readOnly}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <span
          className="flex items-center gap-1.5 text-small"
          title="The model must keep to the schema exactly"
        >
          <Switch
            label={`Strict ${label}`}
            checked={strict}
            disabled={readOnly}
            onChange={(next) => onChange({ strict: next })}
          />
          Strict
        </span>
      </div>
      {problem && (
        <p role="alert" className="text-small text-bad">
          {problem}
        </p>
      )}
      {!(readOnly && description === '') && (
        <TextArea
          aria-label={`Description of ${label}`}
          placeholder="Description for the model: the purpose, and when to use it"
          rows={1}
          className="field-sizing-content max-h-40 min-h-7 py-1 text-small"
          readOnly={readOnly}
          value={description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      )}
      <SchemaRows
        label={name || label}
        schema={schema}
        isStrict={strict}
        readOnly={readOnly}
        noun={noun}
        onChange={(next) => onChange({ schema: next })}
      />
    </div>
  )
}
