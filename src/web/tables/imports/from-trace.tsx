import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/index.ts'
import { Button, Form, Problem, TextField, toast } from '../../design/index.ts'
import type { SheetParams } from '../sheet/queries.ts'

interface Props {
  readonly params: SheetParams
  readonly onDone: () => void
}

/** One trace, or one span of it, as a row. */
export function FromTrace({ params, onDone }: Props) {
  const [trace, setTrace] = useState('')
  const [span, setSpan] = useState('')
  const add = useMutation({
    mutationFn: () =>
      call('addTraceToDataset', {
        body: {
          smart_table_id: params.table_id,
          sheet_id: params.sheet_id,
          trace_id: trace.trim(),
          ...(span.trim() !== '' && { span_id: span.trim() }),
        },
      }),
    onSuccess: () => {
      toast('Trace added')
      onDone()
    },
  })
  return (
    <Form label="Add a trace" className="px-4 pb-2" onSubmit={() => trace.trim() && add.mutate()}>
      {add.error && <Problem error={add.error} className="m-0" />}
      <TextField
        label="Trace id"
        hint="It becomes a row, in the sheet's first trace column; one is made if there is none."
        className="font-mono"
        autoComplete="off"
        value={trace}
        onChange={({ target }) => setTrace(target.value)}
      />
      <TextField
        label="Span id"
        hint="Empty: the whole trace."
        className="font-mono"
        autoComplete="off"
        value={span}
        onChange={({ target }) => setSpan(target.value)}
      />
      <Button
        kind="primary"
        type="submit"
        className="self-end"
        disabled={trace.trim() === '' || add.isPending}
      >
        Add the trace
      </Button>
    </Form>
  )
}
