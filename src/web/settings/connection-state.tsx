import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answer, call, errorAt } from '../api/index.ts'
import { Badge, Button, TextField, Tooltip } from '../design/index.ts'
import { FormDialog } from '../dialogs/index.ts'
import { CircleAlert, CircleCheck, CircleDashed, CircleX } from '../icons/index.ts'

type Connection = Answer<'listConnections'>['connections'][number]

interface Props {
  readonly connection: Connection
  readonly mayTest: boolean
  /** True: the key is tested without a click. */
  readonly isJustSaved: boolean
}

/** Whether the key of a connection works. A button sends a test call. */
export function ConnectionState({ connection, mayTest, isJustSaved }: Props) {
  const [isNaming, setNaming] = useState(false)
  const test = useMutation({
    mutationFn: (model: string | null) =>
      call('testConnection', { params: { connection_id: connection.id }, body: { model } }),
    onSuccess: () => setNaming(false),
    // The server refuses the test if it needs the name of a model, so the person is asked for one.
    onError: (error) => errorAt(error, 'model') && setNaming(true),
  })
  const { mutate } = test
  useEffect(() => {
    if (isJustSaved) mutate(null)
  }, [isJustSaved, mutate])
  return (
    <span className="flex items-center gap-2">
      <StateBadge connection={connection} answer={test.data} error={isNaming ? null : test.error} />
      {mayTest && (
        <Button
          size="small"
          aria-label={`Test ${connection.name}`}
          isBusy={test.isPending}
          onClick={() => test.mutate(null)}
        >
          {test.isPending ? 'Testing…' : 'Test'}
        </Button>
      )}
      {isNaming && (
        <FormDialog
          title={`Test ${connection.name}`}
          description="The model that answers the test call."
          verb="Test"
          state={{ isPending: test.isPending, error: test.variables === null ? null : test.error }}
          onSubmit={({ model = '' }) => test.mutate(model)}
          onClose={() => setNaming(false)}
        >
          <TextField label="Model" name="model" autoFocus autoComplete="off" />
        </FormDialog>
      )}
    </span>
  )
}

interface StateProps {
  readonly connection: Connection
  readonly answer: Answer<'testConnection'> | undefined
  readonly error: Error | null
}

function StateBadge({ connection, answer, error }: StateProps) {
  if (error) return <Failing label="Not tested" message={error.message} />
  if (answer?.state === 'failing')
    return (
      <Failing
        label={answer.error?.status ? `Failing, ${answer.error.status}` : 'Failing'}
        message={answer.error?.message ?? ''}
      />
    )
  if (answer?.state === 'works')
    return (
      <Badge tone="good" title={`${answer.model} answered.`}>
        <CircleCheck className="size-3" aria-hidden />
        Works, {answer.latency_ms?.toLocaleString('en')} ms
      </Badge>
    )
  if (answer?.state === 'missing' || (!connection.has_api_key && connection.base_url === null))
    return (
      <Badge tone="warning" title={answer?.error?.message ?? 'The server’s own key is used, if it has one.'}>
        <CircleAlert className="size-3" aria-hidden />
        Missing
      </Badge>
    )
  return (
    <Badge>
      <CircleDashed className="size-3" aria-hidden />
      Not tested
    </Badge>
  )
}

const Failing = ({ label, message }: { label: string; message: string }) => (
  <Tooltip label={message}>
    <Badge tone="bad" tabIndex={0}>
      <CircleX className="size-3" aria-hidden />
      {label}
    </Badge>
  </Tooltip>
)
