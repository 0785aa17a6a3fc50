import { useEffect, useState } from 'react'
import { call } from '../../api/index.ts'
import { Button, Form, Problem, TextField } from '../../design/index.ts'
import { useFormChange } from '../../dialogs/values.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { TracePreview } from './trace-preview.tsx'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly onDone: () => void
}

const debounceMilliseconds = 300

/** Imports a trace, or one span of it, as a row. */
export function FromTrace({ params, columns, onDone }: Props) {
  const [typed, setTyped] = useState('')
  const [trace, setTrace] = useState('')
  const [span, setSpan] = useState<string | null>(null)
  const [isFound, setFound] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTrace(typed.trim()), debounceMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  const add = useFormChange(
    () =>
      call('addTraceToDataset', {
        body: {
          smart_table_id: params.table_id,
          sheet_id: params.sheet_id,
          trace_id: trace,
          ...(span !== null && { span_id: span }),
        },
      }),
    { done: () => (span === null ? 'Trace added' : 'Span added'), onSuccess: onDone },
  )
  const canAdd = isFound && trace === typed.trim() && !add.isPending
  const target = columns.find(({ type }) => type === 'TRACE')?.title
  return (
    <Form label="Add a trace" className="px-4 pt-4 pb-2" onSubmit={() => canAdd && add.mutate()}>
      {add.error && <Problem error={add.error} className="m-0" />}
      <TextField
        label="Trace ID"
        hint={
          target === undefined
            ? 'It becomes a row, in a new column called Trace.'
            : `It becomes a row, in the column ${target}.`
        }
        className="font-mono"
        autoComplete="off"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          setSpan(null)
          setFound(false)
        }}
      />
      {trace !== '' && trace === typed.trim() && (
        <TracePreview key={trace} trace={trace} span={span} onSpan={setSpan} onFound={setFound} />
      )}
      <Button kind="primary" type="submit" className="self-end" disabled={!canAdd}>
        {span === null ? 'Add the trace' : 'Add the span'}
      </Button>
    </Form>
  )
}
