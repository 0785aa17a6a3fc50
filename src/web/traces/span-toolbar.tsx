import { Button, Input, Segmented, Select, TipButton } from '../design/index.ts'
import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, Route } from '../icons/index.ts'
import { allSpans, type useSpanRows } from './use-span-rows.ts'

interface Props {
  readonly tree: ReturnType<typeof useSpanRows>
  readonly find: string
  readonly onFind: (find: string) => void
  /** The number of spans found; undefined without a search. */
  readonly matchCount: number | undefined
  readonly onMatch: (by: 1 | -1) => void
  readonly showsCritical: boolean
  readonly onCritical: (shows: boolean) => void
  readonly view: 'graph' | undefined
  readonly onView: (view: 'graph' | undefined) => void
}

/** Finds spans, and chooses which of them a trace shows and how. */
export const SpanToolbar = ({ tree, find, onFind, matchCount, onMatch, view, ...props }: Props) => (
  <search className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 py-1.5">
    <Input
      data-page-search
      aria-label="Find spans"
      placeholder="Name, ID or error"
      className="w-72 max-sm:min-w-32 max-sm:flex-1"
      value={find}
      onChange={(event) => onFind(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onMatch(event.shiftKey ? -1 : 1)
        if (event.key === 'Escape') onFind('')
      }}
    />
    {matchCount !== undefined && (
      <>
        <span role="status" className="text-ink-soft tabular-nums">
          {matchCount.toLocaleString('en')} found
        </span>
        <TipButton tip="Previous" label="Previous match" keys="Shift Enter" onClick={() => onMatch(-1)}>
          <ChevronUp />
        </TipButton>
        <TipButton tip="Next" label="Next match" keys="Enter" onClick={() => onMatch(1)}>
          <ChevronDown />
        </TipButton>
      </>
    )}
    {view === undefined && tree.parts.length > 0 && (
      <Select
        label="Spans shown"
        value={tree.part}
        onChange={tree.setPart}
        choices={[
          { value: allSpans, label: 'All spans' },
          ...tree.parts.map(({ id, name, count }) => ({
            value: id,
            label: `${name} ${count.toLocaleString('en')}`,
          })),
        ]}
      />
    )}
    <div className="ml-auto flex items-center gap-2">
      {view === undefined && (
        <>
          <Button
            kind="quiet"
            aria-pressed={props.showsCritical}
            title="The spans that determine how long the trace takes"
            className="aria-pressed:bg-warning-soft aria-pressed:text-ink"
            onClick={() => props.onCritical(!props.showsCritical)}
          >
            <Route />
            Critical path
          </Button>
          <Button kind="quiet" className="max-md:hidden" onClick={tree.closeAll}>
            <ChevronsDownUp />
            Collapse all
          </Button>
          <Button kind="quiet" className="max-md:hidden" onClick={tree.openAll}>
            <ChevronsUpDown />
            Expand all
          </Button>
        </>
      )}
      <Segmented
        label="View"
        value={view ?? 'timeline'}
        choices={[
          { value: 'timeline', label: 'Timeline' },
          { value: 'graph', label: 'Graph' },
        ]}
        onChange={(next) => props.onView(next === 'graph' ? next : undefined)}
      />
    </div>
  </search>
)
