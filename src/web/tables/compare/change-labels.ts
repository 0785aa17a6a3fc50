import type { Tone } from '../../design/index.ts'
import type { Change, ComparedRow } from './queries.ts'
import { letters } from './sides.ts'

export type ChangeLabel = readonly [text: string, tone: Tone]

/** The words for each change. `missing` covers every row without a current value on one side. */
export const changeLabels: Readonly<Record<Change, ChangeLabel>> = {
  regressed: ['Regressed', 'bad'],
  changed: ['Changed', 'note'],
  same: ['Same', 'neutral'],
  improved: ['Improved', 'good'],
  missing: ['Not comparable', 'warning'],
}

type Compared = Pick<ComparedRow, 'changes'> & {
  readonly cells: readonly (Pick<
    NonNullable<ComparedRow['cells'][number]>,
    'status' | 'text' | 'value' | 'is_judgement_stale'
  > | null)[]
}

/** The change of a row on the side in focus. For a row that is not comparable, the reason and the side. */
export function changeOf(row: Compared, focus: number): ChangeLabel {
  const change = row.changes[focus - 1]!
  if (change !== 'missing') return changeLabels[change]
  const comparedSides = [0, focus]
  const sidesWith = (test: (cell: Compared['cells'][number]) => boolean) =>
    comparedSides.filter((side) => test(row.cells[side] ?? null)).map((side) => letters[side])
  const reasons = [
    ['No row', 'neutral', sidesWith((cell) => cell === null)],
    ['Failed', 'bad', sidesWith((cell) => cell?.status === 'FAILED')],
    ['Stale', 'warning', sidesWith((cell) => cell?.status === 'STALE')],
    ['Not judged', 'warning', sidesWith((cell) => cell?.is_judgement_stale === true)],
    ['No value', 'neutral', sidesWith((cell) => cell?.value === null)],
  ] as const
  const [text, tone, letter] = reasons.find(([, , sides]) => sides.length > 0) ?? reasons[4]
  return [letter.length === 1 ? `${text} in ${letter[0]}` : text, tone]
}
