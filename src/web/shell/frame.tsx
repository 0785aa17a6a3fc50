import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useSession, whenUnstored } from '../api/index.ts'
import { Toaster } from '../design/index.ts'
import { CloudOff } from '../icons/index.ts'
import { isEntrance } from './entrances.ts'
import { Interruption } from './interruption.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { Navigation } from './navigation.tsx'
import { navigationLinks } from './navigation-links.ts'
import { Palette } from './palette.tsx'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'
import { useServerChanges } from './use-server-changes.ts'

/** Matches the list or grid that a panel describes. */
const gridSelector = 'main :is([role=grid], [role=treegrid], [data-request][tabindex="0"])'

/** Moves the focus from the grid into the panel, and back. */
function goToPanel(): void {
  const panel = document.querySelector<HTMLElement>('main [data-panel]')
  if (!panel) return
  const isInside = panel.contains(document.activeElement)
  const target = isInside
    ? (document.querySelector<HTMLElement>(gridSelector) ?? document.getElementById('main'))
    : panel
  target?.focus()
}

whenUnstored(async () => (await import('./unstored.ts')).warnOfUnstored())

const ShortcutHelp = lazyScreen(() => import('./shortcut-help.tsx'), 'ShortcutHelp')

/** The frame around every screen. */
export function Frame() {
  const isBare = useLocation({ select: ({ pathname }) => isEntrance(pathname) })
  return (
    <>
      {isBare ? (
        <main id="main" className="flex h-full overflow-auto">
          <Outlet />
        </main>
      ) : (
        <Workbench />
      )}
      <Toaster />
    </>
  )
}

function Workbench() {
  const { isReachable } = useServerChanges()
  const workspace = useSession()?.workspace.id
  const navigate = useNavigate()
  /** The first words of the open palette; null while it is closed. */
  const [search, setSearch] = useState(takeEarlyWords)
  const [isHelping, setHelping] = useState(false)
  const goToShortcuts: Shortcuts = Object.fromEntries(
    navigationLinks.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })]),
  )
  useShortcuts({
    ...goToShortcuts,
    'Mod k': () => setSearch(''),
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
        <Navigation onSearch={() => setSearch('')} onShortcuts={() => setHelping(true)} />
        <main id="main" className="relative flex min-w-0 flex-1 flex-col outline-none" tabIndex={-1}>
          {!isReachable && (
            <p role="status" className="flex items-center gap-2 bg-warning-soft px-4 py-1.5 text-warning">
              <CloudOff className="size-4 shrink-0" aria-hidden />
              No connection to the server. Your input is kept; Galley retries every second.
            </p>
          )}
          {/* The key remounts the screen when the workspace changes. */}
          <Outlet key={workspace} />
        </main>
      </div>
      {search !== null && <Palette initialWords={search} onClose={() => setSearch(null)} />}
      <Suspense>{isHelping && <ShortcutHelp onClose={() => setHelping(false)} />}</Suspense>
      <Interruption />
    </>
  )
}

/** The words typed after Ctrl K while the app starts; null if Ctrl K was not pressed. */
let words: string | null = null

function listen(event: KeyboardEvent): void {
  if (document.getElementById('root')?.firstChild) {
    removeEventListener('keydown', listen, true)
    return
  }
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key.toLowerCase() === 'k') words = ''
  else if (words === null || isCommand || event.key.length !== 1) return
  else words += event.key
  event.preventDefault()
}
addEventListener('keydown', listen, true)

/** Returns the words to the first caller only, so that a second frame does not open the palette again. */
function takeEarlyWords(): string | null {
  const earlyWords = words
  words = null
  return earlyWords
}
