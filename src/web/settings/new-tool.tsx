import { Suspense, useState } from 'react'
import type { FunctionDefinition } from '../../engine/template/blueprint/index.ts'
import { call } from '../api/index.ts'
import { Button, Dialog, Form, Problem, Skeleton } from '../design/index.ts'
import { useFormChange } from '../dialogs/index.ts'
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
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="New tool"
      description="Models see the name, the description and the parameters."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="new-tool"
            disabled={!definition}
            isBusy={create.isPending}
          >
            Create tool
          </Button>
        </>
      }
    >
      {create.error && <Problem error={create.error} className="m-0 mb-3" />}
      <Form id="new-tool" onSubmit={() => definition && create.mutate(definition)}>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <LazyNewFunction onChange={setDefinition} />
        </Suspense>
      </Form>
    </Dialog>
  )
}
