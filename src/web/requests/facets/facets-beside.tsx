import { type ReactNode, useState } from 'react'
import { readStored, writeStored } from '../../api/index.ts'
import { Button, classNames } from '../../design/index.ts'
import { PanelLeft } from '../../icons/index.ts'

/** In narrower windows, in pixels, the facets are hidden at first. */
const minWindowWidth = 1_100

/** Whether the facets of a list are shown, with the button that shows them. The choice is stored in the browser. */
export function useFacetsShown(storage: string) {
  const [isShown, setShown] = useState(() => readStored<boolean>(storage) ?? innerWidth >= minWindowWidth)
  const show = (next: boolean) => {
    writeStored(storage, next)
    setShown(next)
  }
  const button = !isShown && (
    <Button onClick={() => show(true)}>
      <PanelLeft />
      Facets
    </Button>
  )
  return { isShown, button, hide: () => show(false) }
}

/** Facets beside a list. They stand before it on screen, but the keyboard reaches them after it. */
export const FacetsBeside = ({
  className,
  children,
}: {
  readonly className?: string | false
  readonly children: ReactNode
}) => (
  <div
    className={classNames('order-first flex w-52 shrink-0 border-r bg-surface max-md:contents', className)}
  >
    {children}
  </div>
)
