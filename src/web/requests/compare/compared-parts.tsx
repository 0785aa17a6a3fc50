import { classNames, SmallFigure } from '../../design/index.ts'
import { changeText } from '../numbers.ts'

export const SideLetter = ({ letter }: { letter: 'A' | 'B' }) => (
  <span className="flex size-5 shrink-0 items-center justify-center rounded-sm bg-raised text-small font-semibold">
    {letter}
  </span>
)

export interface ComparedFigure {
  readonly label: string
  /** Null: unknown, and not compared. */
  readonly value: number | null
  readonly text: string
  readonly isHigherBetter?: boolean
}

interface Props {
  readonly figures: readonly ComparedFigure[]
  /** The figures of the other side, in the same order; absent for that side itself. */
  readonly before: readonly ComparedFigure[] | undefined
  readonly className: string
}

/** The figures of one side of a comparison, with their changes against the other side. */
export const ComparedFigures = ({ figures, before, className }: Props) => (
  <dl className={classNames('grid gap-3', className)}>
    {figures.map(({ label, value, text, isHigherBetter = false }, index) => {
      const valueBefore = before?.[index]?.value ?? null
      return (
        <SmallFigure
          key={label}
          label={label}
          value={text}
          {...(valueBefore !== null &&
            value !== null && {
              change: changeText(valueBefore, value),
              isGood: valueBefore === value ? undefined : value > valueBefore === isHigherBetter,
            })}
        />
      )
    })}
  </dl>
)
