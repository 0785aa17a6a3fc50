import { lazy, Suspense, useState } from 'react'
import { Button, Menu, MenuItem } from '../design/index.ts'
import { Book, BookOpen, CircleHelp, Keyboard, SquareTerminal } from '../icons/index.ts'

const Glossary = lazy(async () => ({ default: (await import('./glossary/glossary.tsx')).Glossary }))

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
        <MenuItem onSelect={() => void window.open('/help/', '_blank', 'noopener')}>
          <Book />
          Documentation
        </MenuItem>
        <MenuItem onSelect={() => void window.open('/docs', '_blank', 'noopener')}>
          <SquareTerminal />
          API reference
        </MenuItem>
        <MenuItem onSelect={() => setGlossaryOpen(true)}>
          <BookOpen />
          Glossary
        </MenuItem>
        <MenuItem onSelect={onShortcuts} keys="?">
          <Keyboard />
          Keyboard shortcuts
        </MenuItem>
      </Menu>
      <Suspense>{isGlossaryOpen && <Glossary onClose={() => setGlossaryOpen(false)} />}</Suspense>
    </>
  )
}
