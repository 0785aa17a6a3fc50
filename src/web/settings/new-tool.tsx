import { Suspense, useState } from 'react'
import type { FunctionDefinition } from '../../engine/template/blueprint/index.ts'
import { call } from '../api/index.ts'
import { Button, Dialog, Form, Problem, Skeleton } from '../design/index.ts'
import { isFunctionName, LazyFunctionTool } from '../prompts/index.ts'
import { useChange } from './use-change.ts'

const blankDefinition: FunctionDefinition = {
  name: '',
  description: '',
  strict: false,
  parameters: { type: 'object', properties: {} },
}

/** The first version of a tool: its definition for models. Code is added by the API. */
export function NewTool({ onClose }: { onClose: () => void }) {
  const [definition, setDefinition] = useState(blankDefinition)
  const [isValid, setValid] = useState(true)
  const create = useChange(
    'tools',
    ({ name, description }: FunctionDefinition) =>
      call('createTool', {
        body: {
          name,
          description: description ?? '',
          tool_definition: { type: 'function', function: definition },
        },
      }),
    { isForm: true, done: 'Tool created', onSuccess: onClose },
  )
  const isReady = isValid && isFunctionName(definition.name)
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
          <Button kind="primary" type="submit" form="new-tool" disabled={!isReady} isBusy={create.isPending}>
            Create tool
          </Button>
        </>
      }
    >
      {create.error && <Problem error={create.error} className="m-0 mb-3" />}
      <Form id="new-tool" onSubmit={() => isReady && create.mutate(definition)}>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <LazyFunctionTool
            label="the tool"
            definition={definition}
            readOnly={false}
            head={null}
            onChange={(next) => {
              setValid(true)
              setDefinition(next)
            }}
            onValidity={setValid}
          />
        </Suspense>
      </Form>
    </Dialog>
  )
}
