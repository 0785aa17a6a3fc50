import { classNames } from './class-names.ts'

interface Props {
  readonly label: string
  readonly max?: number
  /** Absent if the progress is unknown. */
  readonly value: number | undefined
  readonly className?: string
}

export const ProgressBar = ({ label, max, value, className }: Props) => (
  <progress
    aria-label={label}
    max={max}
    value={value}
    className={classNames(
      'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent',
      className,
    )}
  />
)
