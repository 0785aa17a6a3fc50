import type { ComponentProps, ReactNode } from 'react'

export type IconComponent = (props: ComponentProps<'svg'>) => ReactNode

/**
 * An icon of Lucide: lines of width 2 in a square of 24, in the colour of the text. Screen readers ignore it.
 */
export const icon =
  (shape: ReactNode): IconComponent =>
  (props) => (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {shape}
    </svg>
  )
