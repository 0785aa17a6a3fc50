import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const style = cva(
  'inline-flex h-[18px] items-center gap-1 rounded-sm px-1.5 text-tiny leading-none font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-raised text-ink-soft',
        good: 'bg-good-soft text-good',
        warning: 'bg-warning-soft text-warning',
        bad: 'bg-bad-soft text-bad',
        note: 'bg-note-soft text-note',
        variable: 'bg-variable-soft text-variable',
        accent: 'bg-accent-soft text-accent-ink',
        computed: 'bg-computed-soft text-computed',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type Tone = NonNullable<VariantProps<typeof style>['tone']>

/** A short label. Its meaning never depends on colour alone. */
export const Badge = ({ className, tone, ...props }: ComponentProps<'span'> & VariantProps<typeof style>) => (
  <span className={classNames(style({ tone }), className)} {...props} />
)
