import { useQuery } from '@tanstack/react-query'
import type {
  FunctionDefinition,
  RegistryTool as Reference,
} from '../../../../engine/template/blueprint/index.ts'
import { queryOf } from '../../../api/index.ts'
import { Button, Problem, Skeleton } from '../../../design/index.ts'
import { isSchema, unsupportedReason } from './schema.ts'
import { SchemaBuilder } from './schema-builder.tsx'

export interface Props {
  readonly tool: Reference
  readonly readOnly: boolean
  /** Called to replace the reference by the definition of the tool. */
  readonly onCopy: (definition: FunctionDefinition) => void
}

/** A tool of the workspace, with the definition that a read of the template serves. */
export function RegistryTool({ tool, readOnly, onCopy }: Props) {
  const identifier = String(tool.tool_registry_id)
  const query = {
    ...(tool.version_number ? { version: tool.version_number } : tool.label ? { label: tool.label } : {}),
  }
  const { data, error, refetch } = useQuery(
    queryOf(['tools', 'definition', identifier, query], 'readTool', { params: { identifier }, query }),
  )
  if (error) return <Problem error={error} onRetry={refetch} className="m-0" />
  if (!data) return <Skeleton className="h-16" />
  const whole = data.tool_registry.tool_definition
  const inner = isSchema(whole?.['function']) ? whole['function'] : whole
  if (!isSchema(inner) || typeof inner['name'] !== 'string') return null
  const definition = inner as FunctionDefinition
  const parameters = definition.parameters
  return (
    <div className="flex flex-col gap-2">
      {unsupportedReason(parameters) === null ? (
        <SchemaBuilder
          label={definition.name}
          value={{
            name: definition.name,
            description: definition.description ?? '',
            strict: definition.strict === true,
            schema: parameters,
          }}
          readOnly
          onChange={() => {}}
        />
      ) : (
        <pre className="max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono text-small">
          {JSON.stringify(definition, null, 2)}
        </pre>
      )}
      {!readOnly && (
        <Button size="small" kind="quiet" className="self-start" onClick={() => onCopy(definition)}>
          Edit as a copy
        </Button>
      )}
    </div>
  )
}
