import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../api/index.ts'
import { Toaster, TooltipProvider } from '../design/index.ts'
import { isEntrance } from './entrances.ts'
import { Interruption } from './interruption.tsx'
import { Navigation } from './navigation.tsx'
import { goToPanel } from './panel-key.ts'
import { places } from './places.ts'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'
import { useChanges } from './use-changes.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }))

/** What is around every screen. */
export function Frame() {
  const isBare = useLocation({ select: ({ pathname }) => isEntrance(pathname) })
  return (
    <TooltipProvider delay={400}>
      {isBare ? (
        <main id="main" className="flex h-full overflow-auto">
          <Outlet />
        </main>
      ) : (
        <Workbench />
      )}
      <Toaster />
    </TooltipProvider>
  )
}

function Workbench() {
  useChanges()
  const workspace = useSession()?.workspace.id
  const navigate = useNavigate()
  const [isSearching, setSearching] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const journeys: Shortcuts = Object.fromEntries(
    places.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })]),
  )
  useShortcuts({
    ...journeys,
    'Mod k': () => setSearching(true),
    '?': () => setHelping(true),
    F6: goToPanel,
    '/': () => document.querySelector<HTMLElement>('[data-page-search]')?.focus(),
  })
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-2"
      >
        Skip to the page
      </a>
      <div className="flex h-full">
        <Navigation onSearch={() => setSearching(true)} onHelp={() => setHelping(true)} />
        <main id="main" className="relative flex min-w-0 flex-1 flex-col outline-none" tabIndex={-1}>
          {/* Nothing that was shown of one workspace stays in another. */}
          <Outlet key={workspace} />
        </main>
      </div>
      <Suspense>
        {isSearching && <Palette open onOpenChange={setSearching} />}
        {isHelping && <ShortcutHelp open onOpenChange={setHelping} />}
      </Suspense>
      <Interruption />
    </>
  )
}
