import { Button } from '../design/index.ts'
import type { Run } from './runs.ts'

/** What came back, and what it took. */
export function AnswerCell({ run, onRun }: { run: Run | undefined; onRun: () => void }) {
  if (!run) return <p className="text-ink-faint">Not run yet.</p>
  if (run.state === 'done') return <Finished answer={run.answer} />
  return (
    <div className="flex flex-col gap-2">
      {run.text !== '' && <p className="break-words whitespace-pre-wrap">{run.text}</p>}
      {run.state === 'running' && <p className="text-small text-ink-faint">Waiting for the model…</p>}
      {run.state === 'stopped' && <p className="text-small text-ink-faint">Stopped.</p>}
      {run.state === 'failed' && (
        <div role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-2 py-1.5 text-bad">
          <span className="min-w-0 flex-1 break-words">{run.error.message}</span>
          <Button size="small" onClick={onRun}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

type Done = Extract<Run, { state: 'done' }>

function Finished({ answer }: Pick<Done, 'answer'>) {
  const { text, tool_calls, usage, cost, latency_ms, structured_output } = answer
  return (
    <div className="flex flex-col gap-2">
      <p className="break-words whitespace-pre-wrap">{text === '' ? 'No text.' : text}</p>
      {tool_calls.map(({ id, name, result, is_error }) => (
        <p key={id} className="rounded-md bg-sunken px-2 py-1 text-small">
          <code className="font-medium">{name}</code> {is_error ? 'failed' : 'answered'}{' '}
          <code className="break-words">{result.slice(0, 500)}</code>
        </p>
      ))}
      {structured_output?.is_valid === false && (
        <p className="text-small text-bad">Does not fit its schema: {structured_output.problem}</p>
      )}
      <dl className="flex flex-wrap gap-x-3 text-tiny text-ink-faint tabular-nums">
        <Fact name="latency" value={duration(latency_ms)} />
        <Fact name="tokens" value={`${usage.input_tokens} / ${usage.output_tokens}`} />
        <Fact name="cost" value={cost === null ? 'unknown' : `$${Number(cost).toPrecision(2)}`} />
      </dl>
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex gap-1">
    <dt>{name}</dt>
    <dd className="text-ink-soft">{value}</dd>
  </div>
)

const duration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(2)} s`
