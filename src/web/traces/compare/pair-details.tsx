import { FoldedText, IconButton, Problem, SidePanel, SkeletonRows, WordDiff } from '../../design/index.ts'
import { X } from '../../icons/index.ts'
import type { SpanPair } from './pair-spans.ts'
import { type SpanTexts, useSpanTexts } from './span-texts.ts'

interface Props {
  readonly traceIds: readonly [before: string, after: string]
  readonly pair: SpanPair
  readonly onClose: () => void
}

const parts: readonly (readonly [keyof SpanTexts, string])[] = [
  ['error', 'Error'],
  ['output', 'Output'],
  ['input', 'Input'],
]

/** The input and output of two spans, with differences marked word by word. */
export function PairDetails({ traceIds, pair, onClose }: Props) {
  const before = useSpanTexts({ traceId: traceIds[0], spanId: pair.before?.span_id ?? null })
  const after = useSpanTexts({ traceId: traceIds[1], spanId: pair.after?.span_id ?? null })
  const error = before.error ?? after.error
  const isLoading = !error && (before.isLoading || after.isLoading)
  const presentParts = parts.filter(([part]) => before.texts[part] !== null || after.texts[part] !== null)
  return (
    <SidePanel label="Compared span" name="compared-span">
      <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <h2 className="truncate font-semibold [unicode-bidi:isolate]">{(pair.after ?? pair.before)!.name}</h2>
        <IconButton label="Close" className="ml-auto" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {error && (
        <Problem
          error={error}
          onRetry={() => {
            before.retry()
            after.retry()
          }}
        />
      )}
      {isLoading && <SkeletonRows rows={5} />}
      {!isLoading && !error && (
        <section
          aria-label="Differences"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling section must be reachable from the keyboard.
          tabIndex={0}
          className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto px-4 py-3"
        >
          {presentParts.map(([part, title]) => (
            <Part key={part} title={title} before={before.texts[part]} after={after.texts[part]} />
          ))}
          {presentParts.length === 0 && (
            <p className="text-ink-faint">Neither span has an input or output.</p>
          )}
        </section>
      )}
    </SidePanel>
  )
}

interface PartProps {
  readonly title: string
  readonly before: string | null
  readonly after: string | null
}

function Part({ title, before, after }: PartProps) {
  const note = before === null ? 'only in B' : after === null ? 'only in A' : before === after ? 'same' : null
  return (
    <article aria-label={title} className="min-w-0 rounded-lg border bg-surface">
      <h3 className="flex items-center gap-2 border-b px-3 py-1 text-small font-medium text-ink-soft">
        {title}
        {note && <span className="font-normal text-ink-faint">{note}</span>}
      </h3>
      {before !== null && after !== null && before !== after ? (
        <div className="p-3">
          <WordDiff before={before} after={after} />
        </div>
      ) : (
        <FoldedText className="p-3" text={(after ?? before)!} />
      )}
    </article>
  )
}
