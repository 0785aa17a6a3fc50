import { FoldedText } from '../design/index.ts'
import { Check, LoaderCircle, TriangleAlert, Wrench } from '../icons/index.ts'
import type { ToolCall } from './use-runs.ts'

const styles = {
  asked: { icon: Wrench, text: 'requested, not run', className: 'text-ink-soft' },
  running: { icon: LoaderCircle, text: 'running', className: 'text-ink-soft' },
  answered: { icon: Check, text: 'answered', className: 'text-good' },
  failed: { icon: TriangleAlert, text: 'failed', className: 'text-bad' },
} as const

/** One tool call with its arguments and result. */
export function ToolLine({ tool, isOver }: { tool: ToolCall; isOver: boolean }) {
  const { name, ran } = tool
  const state = ran ? (ran.is_error ? 'failed' : 'answered') : isOver ? 'asked' : 'running'
  const { icon: Icon, text, className } = styles[state]
  return (
    <section
      aria-label={`Tool ${name}`}
      className="flex min-w-0 flex-col gap-1 rounded-md border bg-sunken px-2 py-1.5 text-small"
    >
      <p className="flex items-center gap-1.5">
        <code className="min-w-0 truncate font-medium">
          <bdi>{name}</bdi>
        </code>
        <span className={`flex items-center gap-1 ${className}`}>
          <Icon className="size-3.5 shrink-0" aria-hidden />
          {text}
        </span>
        {ran && (
          <span className="ml-auto shrink-0 text-tiny text-ink-faint tabular-nums">
            {ran.source} · {ran.duration_ms} ms
          </span>
        )}
      </p>
      <FoldedText isCode text={tool.arguments} className="min-w-0 text-ink-soft" />
      {ran && <FoldedText isCode text={ran.result} className="min-w-0 border-t pt-1" />}
    </section>
  )
}
