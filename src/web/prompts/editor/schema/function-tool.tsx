import type { ReactNode } from 'react'
import type { FunctionDefinition } from '../../../../engine/template/blueprint/index.ts'
import { isSchema, unsupportedReason } from './schema.ts'
import { SchemaBuilder } from './schema-builder.tsx'
import { TwoViews } from './two-views.tsx'

export interface Props {
  /** The name of the form: "tool 1". */
  readonly label: string
  readonly definition: FunctionDefinition
  readonly readOnly: boolean
  readonly head: ReactNode
  readonly onChange: (definition: FunctionDefinition) => void
  readonly onValidity: (isValid: boolean) => void
}

/** A function that the model may call, as a form or as JSON. */
export function FunctionTool({ label, definition, readOnly, head, onChange, onValidity }: Props) {
  const { name, description, strict, parameters } = definition
  return (
    <TwoViews
      label={`Definition of ${label}`}
      value={definition}
      readOnly={readOnly}
      reason={unsupportedReason(parameters)}
      head={head}
      builder={
        <SchemaBuilder
          label={label}
          value={{ name, description: description ?? '', strict: strict === true, schema: parameters }}
          readOnly={readOnly}
          onChange={({ schema, ...change }) =>
            onChange({ ...definition, ...change, ...(schema && { parameters: { ...schema } }) })
          }
        />
      }
      onChange={(value) => {
        if (isSchema(value) && typeof value['name'] === 'string') onChange(value as FunctionDefinition)
        else onValidity(false)
      }}
      onValidity={onValidity}
    />
  )
}
