import { Select, useUndo } from '../../../design/index.ts'
import { blankFormat } from '../blank-format.ts'
import { isSchema, type Schema, unsupportedReason } from './schema.ts'
import { SchemaBuilder } from './schema-builder.tsx'
import { TwoViews } from './two-views.tsx'

export interface Props {
  readonly value: unknown
  readonly readOnly: boolean
  readonly onChange: (value: unknown) => void
  readonly onValidity: (isValid: boolean) => void
}

const kinds = [
  { value: 'json_schema', label: 'JSON of a schema' },
  { value: 'json_object', label: 'Any JSON object' },
] as const
type Kind = (typeof kinds)[number]['value']

const schemaOf = (value: unknown): Schema | null =>
  isSchema(value) && isSchema(value['json_schema']) ? value['json_schema'] : null

/** Why the form cannot show a response format; null if it can. */
function unsupportedFormatReason(value: unknown): string | null {
  const kind = isSchema(value) ? value['type'] : undefined
  if (kind === 'json_object' && Object.keys(value as object).length === 1) return null
  if (kind !== 'json_schema') return 'its type is not json_schema'
  const namedSchema = schemaOf(value)
  return namedSchema ? unsupportedReason(namedSchema['schema']) : 'json_schema is not an object'
}

/** A response format as a form or as JSON. */
export function FormatEditor({ value, readOnly, onChange, onValidity }: Props) {
  const offerUndo = useUndo(onChange)
  const reason = unsupportedFormatReason(value)
  const namedSchema = schemaOf(value)
  const kind: Kind = namedSchema ? 'json_schema' : 'json_object'
  return (
    <TwoViews
      label="Response format"
      value={value}
      readOnly={readOnly}
      reason={reason}
      head={
        reason === null &&
        !readOnly && (
          <Select
            label="Kind of response format"
            value={kind}
            choices={kinds}
            onChange={(next) => {
              if (next === kind) return
              onChange(next === 'json_schema' ? blankFormat : { type: next })
              if (namedSchema) offerUndo('Schema removed', value)
            }}
          />
        )
      }
      builder={
        namedSchema ? (
          <SchemaBuilder
            label="response format"
            noun="field"
            value={{
              name: typeof namedSchema['name'] === 'string' ? namedSchema['name'] : '',
              description: typeof namedSchema['description'] === 'string' ? namedSchema['description'] : '',
              strict: namedSchema['strict'] === true,
              schema: namedSchema['schema'] as Schema,
            }}
            readOnly={readOnly}
            onChange={(change) =>
              onChange({ ...(value as Schema), json_schema: { ...namedSchema, ...change } })
            }
          />
        ) : (
          <p className="text-small text-ink-soft">The model answers with any JSON object.</p>
        )
      }
      onChange={onChange}
      onValidity={onValidity}
    />
  )
}
