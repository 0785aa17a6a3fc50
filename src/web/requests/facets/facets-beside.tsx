import { type ReactNode, useState } from 'react'
import { readStored, writeStored } from '../../api/index.ts'
import { Button, classNames } from '../../design/index.ts'
import { PanelLeft } from '../../icons/index.ts'

/** Minimum width of the window, in pixels, for facets beside a list. */
const roomForFacets = 1_100

/** Whether the facets of a list are shown, with the button that shows them. The choice is stored in the browser. */
export function useFacetsShown(storage: string) {
  const [isShown, setShown] = useState(() => readStored<boolean>(storage) ?? innerWidth >= roomForFacets)
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

/** Facets beside a list: they follow it in the order of the keyboard and precede it on screen. */
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
