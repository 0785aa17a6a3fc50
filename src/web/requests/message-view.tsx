import { Badge, classNames } from '../design/index.ts'

interface Block {
  readonly type?: unknown
  readonly [key: string]: unknown
}

export interface ShownMessage {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
  readonly name?: unknown
}

/** One message of a logged call. Everything in it came from outside: it is shown as text, whatever it says. */
export function MessageView({ message }: { message: ShownMessage }) {
  const role = String(message.role ?? 'message')
  const blocks = Array.isArray(message.content) ? (message.content as Block[]) : []
  const calls = Array.isArray(message.tool_calls) ? (message.tool_calls as Block[]) : []
  return (
    <article className={classNames('rounded-lg border bg-surface', role === 'assistant' && 'border-accent')}>
      <h3 className="border-b px-3 py-1 text-small font-medium text-ink-soft">{role}</h3>
      <div className="flex flex-col gap-2 p-3">
        {typeof message.content === 'string' && <Text text={message.content} />}
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a logged message never move.
          <BlockView key={index} block={block} />
        ))}
        {calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls of a logged message never move.
          <ToolCall key={index} call={call} />
        ))}
      </div>
    </article>
  )
}

function BlockView({ block }: { block: Block }) {
  if (typeof block['text'] === 'string') return <Text text={block['text']} />
  if (typeof block['thinking'] === 'string')
    return (
      <details>
        <summary className="text-small text-ink-faint">Thinking</summary>
        <Text text={block['thinking']} />
      </details>
    )
  return (
    <p className="flex items-center gap-2 text-small text-ink-soft">
      <Badge>{String(block.type ?? 'block')}</Badge>
      <code className="truncate">{JSON.stringify(block).slice(0, 300)}</code>
    </p>
  )
}

const ToolCall = ({ call }: { call: Block }) => {
  const asked = (call['function'] ?? call) as Block
  return (
    <p className="rounded-md bg-sunken px-2 py-1 text-small">
      <code className="font-medium">{String(asked['name'] ?? 'tool')}</code>{' '}
      <code className="break-words">{String(asked['arguments'] ?? '')}</code>
    </p>
  )
}

/** `isolate` keeps text of another direction from turning the words around it. */
const Text = ({ text }: { text: string }) => (
  <p dir="auto" className="max-h-96 overflow-auto break-words whitespace-pre-wrap [unicode-bidi:isolate]">
    {text}
  </p>
)
