import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '../api/index.ts'
import { rememberPage } from './recents.ts'

interface Props {
  readonly title: ReactNode
  /** Links above the title: the folders of the item, or its list. */
  readonly above?: ReactNode
  readonly badges?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen: its header, and below the header an area that scrolls by itself. */
export const Page = ({ title, above, badges, actions, children }: Props) => (
  <>
    <header className="flex min-h-13 shrink-0 items-center gap-2 border-b bg-surface px-4 max-md:flex-wrap max-md:py-2">
      {above && <span className="shrink-0 text-ink-faint">{above}</span>}
      <Title title={title} />
      {badges}
      <div
        data-page-actions
        className="ml-auto flex items-center gap-2 max-sm:w-full max-sm:gap-1 max-sm:flex-wrap max-sm:empty:hidden max-sm:[&>input]:flex-1 max-sm:[&>input]:basis-40"
      >
        {actions}
      </div>
    </header>
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">{children}</div>
  </>
)

/** The title in the header, in the browser's tab, and in the recent pages of the palette. */
function Title({ title }: Pick<Props, 'title'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const workspace = useSession()?.workspace.id
  useEffect(() => {
    const label = heading.current!.textContent.trim()
    document.title = label === '' ? 'Galley' : `${label} · Galley`
    if (label !== '' && workspace !== undefined) rememberPage(workspace, { href: location.pathname, label })
  })
  return (
    <h1 ref={heading} className="truncate text-title font-semibold">
      {title}
    </h1>
  )
}
