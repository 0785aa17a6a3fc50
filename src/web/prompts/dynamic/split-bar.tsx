import { nameOfTarget, type SplitDraft, shareOf } from './rules.ts'

/** The colour of each position in a split, the same in its bar and its rows. */
export const splitColors = [
  'accent',
  'computed',
  'kind-retriever',
  'kind-tool',
  'note',
  'kind-judge',
] as const

export const splitColor = (index: number): string => `var(--color-${splitColors[index % splitColors.length]})`

export const splitText = (splits: readonly SplitDraft[]): string =>
  splits.map((split) => `${nameOfTarget(split.target)} ${shareOf(split)} %`).join(', ')

/** A bar with a segment for each share. */
export const SplitBar = ({ splits, label }: { splits: readonly SplitDraft[]; label: string }) => {
  return (
    <div
      role="img"
      aria-label={`${label}: ${splitText(splits)}`}
      className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-raised"
    >
      {splits.map((split, index) => (
        <span
          key={split.target}
          title={`${nameOfTarget(split.target)} ${shareOf(split)} %`}
          style={{ width: `${Math.min(shareOf(split), 100)}%`, background: splitColor(index) }}
        />
      ))}
    </div>
  )
}
