import { Suspense, useState } from 'react'
import type { FunctionDefinition } from '../../engine/template/blueprint/index.ts'
import { call } from '../api/index.ts'
import { Skeleton } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import { LazyNewFunction } from '../prompts/index.ts'

/** The first version of a tool: its definition for models. Code is added when the tool is opened. */
export function NewTool({ onClose }: { onClose: () => void }) {
  const [definition, setDefinition] = useState<FunctionDefinition | null>(null)
  const create = useFormChange(
    (tool: FunctionDefinition) =>
      call('createTool', {
        body: {
          name: tool.name,
          description: tool.description ?? '',
          tool_definition: { type: 'function', function: tool },
        },
      }),
    { keys: ['tools'], done: 'Tool created', onSuccess: onClose },
  )
  return (
    <FormDialog
      wide
      title="New tool"
      description="Models see the name, the description and the parameters."
      verb="Create tool"
      isReady={definition !== null}
      state={create}
      onSubmit={() => definition && create.mutate(definition)}
      onClose={onClose}
    >
      <Suspense fallback={<Skeleton className="h-40" />}>
        <LazyNewFunction onChange={setDefinition} />
      </Suspense>
    </FormDialog>
  )
}
