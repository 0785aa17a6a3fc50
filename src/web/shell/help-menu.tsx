import { Suspense, useState } from 'react'
import { Button, Menu } from '../design/index.ts'
import { CircleHelp } from '../icons/index.ts'
import { earlyPart, lazyScreen } from './lazy-screen.ts'

const Glossary = lazyScreen(() => import('./glossary/glossary.tsx'), 'Glossary')
const HelpItems = earlyPart(() => import('./help-items.tsx'), 'HelpItems')

/** The documentation, the API reference, the glossary and the shortcuts. */
export function HelpMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const [isGlossaryOpen, setGlossaryOpen] = useState(false)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            kind="quiet"
            aria-label="Help"
            className="justify-start gap-2 px-2 font-normal [&_svg]:size-4"
          >
            <CircleHelp />
            <span className="max-[1100px]:hidden">Help</span>
          </Button>
        }
      >
        <Suspense>
          <HelpItems onGlossary={() => setGlossaryOpen(true)} onShortcuts={onShortcuts} />
        </Suspense>
      </Menu>
      <Suspense>{isGlossaryOpen && <Glossary onClose={() => setGlossaryOpen(false)} />}</Suspense>
    </>
  )
}
