// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned absolutely, which table elements do not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid; aria-activedescendant names the active row.

import type { CriticalPart } from '../../engine/traces/shape/critical-path.ts'
import { classNames, counted, KindIcon, kindStyle } from '../design/index.ts'
import { ChevronDown, ChevronRight, TriangleAlert } from '../icons/index.ts'
import { duration, money, totalCostText } from '../requests/index.ts'
import { kindOfStep } from './kind-of-step.ts'
import { durationOf, type SpanNode, tokensText } from './span-tree.ts'

interface Props {
  readonly node: SpanNode
  readonly index: number
  readonly top: number
  readonly extent: { readonly start: number; readonly end: number }
  readonly isOpen: boolean
  readonly isChosen: boolean
  readonly isMatch: boolean
  /** Times of this span on the critical path; undefined if the path is not shown. */
  readonly critical: readonly CriticalPart[] | undefined
  /** True if tokens and costs have columns. */
  readonly figures: boolean
  readonly onToggle: () => void
  readonly onChoose: () => void
}

export const rowHeight = 28
/** The greatest indentation. With more, the names of deep spans would leave the screen. */
const maxIndent = 24

export const figureStyle =
  'w-24 shrink-0 pr-2 text-right text-small whitespace-nowrap text-ink-soft tabular-nums @max-[44rem]:hidden'

const sumOf = (parts: readonly CriticalPart[]): number =>
  parts.reduce((sum, { from, to }) => sum + to - from, 0)

/** A sum over the model calls below a span. */
const Sum = ({ of, children }: { of: SpanNode['sums']; children: string }) => (
  <span
    className="text-ink-faint"
    title={`Sum of ${counted(of.calls, 'model call')} below${of.unpriced > 0 ? `, ${of.unpriced.toLocaleString('en')} without a price` : ''}`}
  >
    Σ {children}
  </span>
)

/** A row of the tree: a span, and its time on the timeline. In a narrow list the timeline is a line below the name. */
export function SpanRow(props: Props) {
  const { node, index, top, extent, isOpen, isChosen, isMatch, critical, figures, onToggle, onChoose } = props
  const kind = kindOfStep(props.node.span)
  const { span, depth, below, sums } = node
  const first = span.time_to_first_token_ms
  const length = Math.max(extent.end - extent.start, 0.001)
  const left = ((span.started_at - extent.start) / length) * 100
  const milliseconds = durationOf(span)
  const width = ((milliseconds ?? extent.end - span.started_at) / length) * 100
  const durationText = milliseconds === null ? 'not ended' : duration(milliseconds)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div
      role="row"
      id={`span-${span.span_id}`}
      aria-rowindex={index + 1}
      aria-level={depth + 1}
      aria-expanded={below > 0 ? isOpen : undefined}
      aria-selected={isChosen}
      data-span={span.span_id}
      tabIndex={-1}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      style={{ top, height: rowHeight }}
      className={classNames(
        'absolute inset-x-0 flex cursor-default items-center border-b [--indent:14px] hover:bg-sunken @max-[28rem]:[--indent:7px]',
        isMatch && 'bg-warning-soft',
        isChosen && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <div
        role="gridcell"
        className="flex w-[40%] min-w-0 shrink-0 items-center gap-1 pr-2 @max-[28rem]:w-auto @max-[28rem]:flex-1"
        style={{ paddingLeft: `calc(8px + ${Math.min(depth, maxIndent)} * var(--indent))` }}
      >
        {below > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${span.name.slice(0, 80)}`}
            className="grid size-5 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-raised"
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <Chevron className="size-3.5" aria-hidden />
          </button>
        ) : (
          <span className="w-5 shrink-0" />
        )}
        {depth > maxIndent && <span className="shrink-0 text-tiny text-ink-faint">{depth}</span>}
        {span.status === 'ERROR' && (
          <TriangleAlert className="size-3.5 shrink-0 text-bad" aria-label="Error" />
        )}
        {kind && <KindIcon kind={kind.icon} label={kind.name} />}
        <span
          className={classNames('truncate [unicode-bidi:isolate]', span.status === 'ERROR' && 'text-bad')}
        >
          {span.name.slice(0, 200)}
        </span>
        {span.attempts !== undefined && (
          <span className="shrink-0 text-tiny text-warning tabular-nums">{span.attempts} attempts</span>
        )}
        {below > 0 && !isOpen && (
          <span className="shrink-0 text-tiny text-ink-faint tabular-nums">
            +{below.toLocaleString('en')}
          </span>
        )}
      </div>
      <div
        role="gridcell"
        className="relative h-full min-w-0 flex-1 border-l @max-[28rem]:absolute @max-[28rem]:inset-x-0 @max-[28rem]:bottom-0 @max-[28rem]:h-1 @max-[28rem]:border-l-0"
        title={first === undefined ? undefined : `First token after ${duration(first)}`}
      >
        <div
          aria-hidden
          className={classNames(
            'absolute top-[7px] h-3.5 min-w-0.5 rounded-sm bg-current @max-[28rem]:top-0 @max-[28rem]:h-1',
            span.status === 'ERROR' ? 'text-bad' : kind ? kindStyle(kind.icon) : 'text-ink-faint',
            critical?.length === 0 && 'opacity-30',
          )}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
        {first !== undefined && (
          <div
            aria-hidden
            className="absolute top-[7px] h-3.5 rounded-l-sm bg-canvas/50 @max-[28rem]:top-0 @max-[28rem]:h-1"
            style={{ left: `${left}%`, width: `${Math.min((first / length) * 100, width)}%` }}
          />
        )}
        {critical?.map(({ from, to }) => (
          <div
            key={from}
            aria-hidden
            className="absolute bottom-0.5 h-[3px] min-w-0.5 rounded-full bg-warning-edge @max-[28rem]:bottom-0"
            style={{
              left: `${((from - extent.start) / length) * 100}%`,
              width: `${((to - from) / length) * 100}%`,
            }}
          />
        ))}
      </div>
      {figures && (
        <>
          <div role="gridcell" className={figureStyle}>
            {span.request_log_id !== null
              ? span.tokens?.toLocaleString('en')
              : sums.calls > 0 && <Sum of={sums}>{tokensText(sums)}</Sum>}
          </div>
          <div role="gridcell" className={figureStyle}>
            {span.request_log_id !== null
              ? span.cost === null
                ? 'no price'
                : money(span.cost)
              : sums.calls > 0 && (
                  <Sum of={sums}>
                    {totalCostText({
                      cost: sums.unpriced === sums.calls ? null : sums.cost,
                      cost_is_whole: sums.unpriced === 0,
                    })}
                  </Sum>
                )}
          </div>
        </>
      )}
      <div
        role="gridcell"
        className="w-24 shrink-0 pr-4 text-right text-small text-ink-soft tabular-nums @max-[28rem]:w-20"
        title={
          critical && critical.length > 0 ? `${duration(sumOf(critical))} on the critical path` : undefined
        }
      >
        {durationText}
      </div>
    </div>
  )
}
