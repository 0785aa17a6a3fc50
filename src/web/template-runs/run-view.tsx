import { Link } from '@tanstack/react-router'
import { ApiError } from '../api/index.ts'
import { Badge, Button, buttonStyle, FoldedText, FormatSwitch, FormattedText } from '../design/index.ts'
import { TriangleAlert } from '../icons/index.ts'
import { duration, FailureAdvice, failureWords, MessageList, money } from '../requests/index.ts'
import { RunningNote } from './running-note.tsx'
import { ToolLine } from './tool-line.tsx'
import type { Run, ToolCall } from './use-runs.ts'

/** A run: its progress, its answer with figures, or its error. */
export function RunView({ run, onRun }: { run: Run; onRun: () => void }) {
  if (run.state === 'done') return <Finished answer={run.answer} />
  const isOver = run.state !== 'running'
  return (
    <div className="flex min-w-0 flex-col gap-2" aria-busy={!isOver}>
      <Tools tools={run.tools} isOver={isOver} />
      {run.text !== '' && <FoldedText text={run.text} />}
      {run.state === 'running' && (
        <RunningNote hasText={run.text !== ''} startedAt={run.startedAt} wait={run.wait} />
      )}
      {run.state === 'stopped' && (
        <p role="status" className="text-small text-ink-soft">
          Stopped.
        </p>
      )}
      {run.state === 'failed' && <Failure error={run.error} onRun={onRun} />}
    </div>
  )
}

const Tools = ({ tools, isOver }: { tools: readonly ToolCall[]; isOver: boolean }) =>
  tools.map((tool) => <ToolLine key={tool.id} tool={tool} isOver={isOver} />)

function Failure({ error, onRun }: { error: Error; onRun: () => void }) {
  const body = error instanceof ApiError ? error.body : {}
  const type = body['error_type']
  const logged = Array.isArray(body['request_ids']) ? body['request_ids'].at(-1) : undefined
  const provider = body['provider']
  const words =
    typeof type === 'string'
      ? failureWords(type, typeof provider === 'string' ? provider : null, error.message)
      : null
  const isKeyMissing = error instanceof ApiError && error.fields.some(({ path }) => path === 'provider')
  return (
    <div role="alert" className="flex min-w-0 flex-col gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
      {typeof type === 'string' && (
        <p className="flex items-center gap-1.5 font-medium">
          <TriangleAlert className="size-4 shrink-0" aria-hidden />
          {words ? words.title : <code>{type}</code>}
        </p>
      )}
      <FoldedText text={error.message} />
      {words && <FailureAdvice {...words} />}
      <p className="flex flex-wrap items-center gap-2">
        <Button size="small" className="text-ink" onClick={onRun}>
          Retry
        </Button>
        {isKeyMissing && (
          <Link to="/settings/connections" className={buttonStyle({ size: 'small', className: 'text-ink' })}>
            Add a provider key
          </Link>
        )}
        {typeof logged === 'number' && <RequestLink id={logged} />}
      </p>
    </div>
  )
}

type Answer = Extract<Run, { state: 'done' }>['answer']

const stopTexts: Readonly<Record<Answer['stop_reason'], string | null>> = {
  answered: null,
  tool_calls: 'The model called tools that cannot run here. The answer ends with the calls.',
  call_limit: 'The run reached its maximum number of model calls. The answer is incomplete.',
  budget: 'The budget is spent. The answer is incomplete.',
}

function Finished({ answer }: { answer: Answer }) {
  const { usage, structured_output, stop_reason, finish_reason, warning } = answer
  const notes = [
    stopTexts[stop_reason],
    finish_reason === 'length' && 'The model stopped at its token limit. The answer is cut off.',
    structured_output?.is_valid === false && `Does not fit its schema: ${structured_output.problem}`,
    warning,
  ].filter((note) => typeof note === 'string')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Tools tools={toolsOf(answer)} isOver />
      <AnswerText answer={answer} />
      {notes.map((note) => (
        <p key={note} className="flex items-start gap-1.5 text-small text-warning">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {note}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <dl className="flex flex-wrap gap-x-3 text-tiny text-ink-faint tabular-nums">
          <Fact name="latency" value={duration(answer.latency_ms)} />
          {usage.input_tokens !== null && (
            <Fact name="tokens" value={`${usage.input_tokens} / ${usage.output_tokens ?? '–'}`} />
          )}
          <Fact name="cost" value={answer.cost === null ? 'unknown' : money(Number(answer.cost))} />
          {answer.request_ids.length > 1 && <Fact name="calls" value={String(answer.request_ids.length)} />}
        </dl>
        <RequestLink id={answer.request_id} />
      </div>
    </div>
  )
}

/** The executed tool calls, then the calls of the last message that the run did not execute. */
function toolsOf({ tool_calls, output }: Answer): ToolCall[] {
  const last = output.at(-1)
  const ran = new Set(tool_calls.map(({ id }) => id))
  const requestedCalls = (last?.role === 'assistant' && last.tool_calls) || []
  return [
    ...tool_calls.map((call) => ({ id: call.id, name: call.name, arguments: call.arguments, ran: call })),
    ...requestedCalls
      .filter(({ id }) => !ran.has(id))
      .map(({ id, function: toolFunction }) => ({
        id,
        name: toolFunction.name,
        arguments: toolFunction.arguments,
        ran: null,
      })),
  ]
}

function AnswerText({ answer }: { answer: Answer }) {
  const { structured_output, output, text } = answer
  if (structured_output && structured_output.value !== null)
    return (
      <div className="flex min-w-0 flex-col gap-1">
        {structured_output.is_valid === true && (
          <Badge tone="good" className="self-start">
            fits its schema
          </Badge>
        )}
        <FoldedText isCode text={JSON.stringify(structured_output.value, null, 2)} />
      </div>
    )
  const rich = output.filter(
    ({ content }) => Array.isArray(content) && content.some(({ type }) => type !== 'text'),
  )
  if (rich.length > 0) return <MessageList messages={output.filter(({ role }) => role === 'assistant')} />
  if (text !== '')
    return (
      <div className="flex items-start gap-2">
        <FormattedText text={text} className="min-w-0 flex-1" />
        <FormatSwitch texts={[text]} />
      </div>
    )
  return answer.stop_reason === 'tool_calls' ? null : <p className="text-ink-faint">No text.</p>
}

const RequestLink = ({ id }: { id: number }) => (
  <Link to="/requests" search={{ request: id }} className="text-small text-accent-ink hover:underline">
    Request {id}
  </Link>
)

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex gap-1">
    <dt>{name}</dt>
    <dd className="text-ink-soft">{value}</dd>
  </div>
)
