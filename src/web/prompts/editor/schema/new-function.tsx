import { useState } from 'react'
import type { FunctionDefinition } from '../../../../engine/template/blueprint/index.ts'
import { FunctionTool } from './function-tool.tsx'
import { isFunctionName } from './schema-builder.tsx'

const blank: FunctionDefinition = {
  name: 'new_tool',
  description: '',
  strict: false,
  parameters: { type: 'object', properties: {} },
}

interface Props {
  /** The definition to begin with; absent: a blank one. */
  readonly initial?: FunctionDefinition
  readonly readOnly?: boolean
  /** Null while the definition is not valid. */
  readonly onChange: (definition: FunctionDefinition | null) => void
}

/** Edits the definition of a function that is not in a prompt. */
export function NewFunction({ initial = blank, readOnly = false, onChange }: Props) {
  const [definition, setDefinition] = useState(initial)
  const report = (next: FunctionDefinition) => onChange(isFunctionName(next.name) ? next : null)
  return (
    <FunctionTool
      label="the tool"
      definition={definition}
      readOnly={readOnly}
      head={null}
      onChange={(next) => {
        setDefinition(next)
        report(next)
      }}
      onValidity={(isValid) => (isValid ? report(definition) : onChange(null))}
    />
  )
}
