import { FoldedText } from '../design/index.ts'
import { Check, LoaderCircle, TriangleAlert, Wrench } from '../icons/index.ts'
import type { AskedTool } from './use-runs.ts'

const styles = {
  asked: { icon: Wrench, word: 'requested, not run', className: 'text-ink-soft' },
  running: { icon: LoaderCircle, word: 'running', className: 'text-ink-soft' },
  answered: { icon: Check, word: 'answered', className: 'text-good' },
  failed: { icon: TriangleAlert, word: 'failed', className: 'text-bad' },
} as const

/** One tool call with its arguments and result. */
export function ToolLine({ tool, isOver }: { tool: AskedTool; isOver: boolean }) {
  const { name, ran } = tool
  const state = ran ? (ran.is_error ? 'failed' : 'answered') : isOver ? 'asked' : 'running'
  const { icon: Icon, word, className } = styles[state]
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
          {word}
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
