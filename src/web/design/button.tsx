import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'

const style = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md text-body font-medium whitespace-nowrap select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      kind: {
        primary:
          'bg-accent text-on-accent shadow-resting hover:brightness-95 [&_kbd]:border-transparent [&_kbd]:bg-black/20 [&_kbd]:text-on-accent',
        plain: 'border border-line-strong bg-surface shadow-resting hover:bg-sunken dark:hover:bg-raised',
        quiet: 'text-ink-soft hover:bg-raised hover:text-ink',
        danger: 'border border-line-strong bg-surface text-bad hover:bg-bad-soft',
      },
      size: { normal: 'h-7 px-2.5', small: 'h-6 px-2 text-small', icon: 'size-7', 'small-icon': 'size-6' },
    },
    defaultVariants: { kind: 'plain', size: 'normal' },
  },
)

/** The style of a button, for links that look like buttons. */
export const buttonStyle = ({ className, ...variant }: VariantProps<typeof style> & { className?: string }) =>
  classNames(style(variant), className)

interface Props extends ComponentProps<'button'>, VariantProps<typeof style> {
  /** A busy button cannot be pressed, but keeps the focus, unlike a disabled one. */
  readonly isBusy?: boolean
}

/** Prevents the submit too, because Enter in a field presses the form's button. */
const refuse = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()

/** A screen has at most one primary button. A button with only an icon is an `IconButton`, or needs an `aria-label`. */
export const Button = ({ className, kind, size, isBusy = false, onClick, ...props }: Props) => (
  <button
    type="button"
    className={classNames(style({ kind, size }), className)}
    aria-disabled={isBusy || undefined}
    onClick={isBusy ? refuse : onClick}
    {...props}
  />
)

interface IconProps extends Omit<Props, 'kind' | 'size'> {
  readonly label: string
}

/** A quiet button with only an icon, named for screen readers. */
export const IconButton = ({ label, ...props }: IconProps) => (
  <Button kind="quiet" size="small-icon" aria-label={label} {...props} />
)
