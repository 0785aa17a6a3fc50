import type { ReactNode } from 'react'
import { classNames, keyboardScroll } from '../design/index.ts'

/** Facts below the head of a page or panel. On a phone they are one line that scrolls, so that the content has room. */
export const FactList = ({ children }: { readonly children: ReactNode }) => (
  <dl
    {...keyboardScroll}
    className="flex shrink-0 flex-wrap gap-x-6 gap-y-2 border-b bg-surface px-4 py-2.5 max-sm:flex-nowrap max-sm:overflow-x-auto"
  >
    {children}
  </dl>
)

interface Props {
  readonly name: ReactNode
  readonly isNumber?: boolean
  readonly children: ReactNode
}

export const Fact = ({ name, isNumber = false, children }: Props) => (
  <div className="max-w-72 min-w-0 max-sm:shrink-0">
    <dt className="text-tiny text-ink-faint">{name}</dt>
    <dd className={classNames('truncate', isNumber && 'tabular-nums')}>{children}</dd>
  </div>
)
