import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSession } from '../api/index.ts'
import { loadPart } from '../design/index.ts'
import { hasWords, wordsOf } from './has-words.ts'
import { navigationLinks } from './navigation-links.ts'
import type { PageAction } from './page-actions.ts'
import { type ActionEntry, entry, inAddress, type PageEntry, type PaletteEntry } from './palette-entry.ts'
import { kindOfPage } from './recent-page.ts'
import { recentPages } from './recents.ts'
import { settingsGroups } from './settings-groups.ts'
import { chooseTheme, themeNames } from './theme.ts'
import { useTopics } from './use-topics.ts'

const pages: readonly PageEntry[] = navigationLinks.map(({ to, name }) => ({
  value: to,
  label: `Go to ${name}`,
  kind: 'Page',
  href: to,
}))
const settings: readonly PageEntry[] = settingsGroups.flatMap(({ sections }) =>
  sections.map(({ to, name }) => ({ value: to, label: name, kind: 'Settings' as const, href: to })),
)
/** Entries that do not depend on the screen and are not in the navigation. */
const constant: readonly PaletteEntry[] = [
  ...settings,
  { value: 'invite', label: 'Invite members', kind: 'Settings', href: '/settings/members' },
  ...(['light', 'dark', 'system'] as const).map((theme): ActionEntry => {
    const label = `Theme: ${themeNames[theme]}`
    return { value: label, label, kind: 'Action', press: () => chooseTheme(theme) }
  }),
]
interface Entries {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
}

/** Entries for the typed words. Without words, these are the recent pages, the navigation and the actions of the screen. */
export function usePaletteEntries(typed: string, actions: readonly PageAction[]): Entries {
  const workspace = useSession()?.workspace.id
  // Actions and pages are matched without delay, because Enter may follow the last letter.
  const words = wordsOf(typed)
  const name = useDeferredValue(typed.trim())
  const prompts = useSearch('prompts', name)
  const others = useSearch('others', name)
  const people = useSearch('people', name)
  const members = useSearch('members', name)
  const topics = useTopics()
  const known = [...constant, ...(topics?.documents ?? [])]
  const matchingPages = pages.filter(({ label }) => hasWords(label, words))
  const matchingActions = actions
    .filter(({ label }) => hasWords(label, words))
    .map(
      ({ label, press }, index): ActionEntry => ({ kind: 'Action', label, press, value: `action ${index}` }),
    )
  const isNamed = ({ label, kind }: PaletteEntry) => hasWords(`${label} ${kind}`, words)
  if (name === '')
    return {
      entries: [
        ...(workspace === undefined ? [] : recentPages(workspace)).map(({ href, label }) =>
          entry(kindOfPage(href) ?? 'Page', label, href),
        ),
        ...matchingPages,
        ...matchingActions,
      ],
      isSearching: false,
    }
  return {
    entries: [
      ...matchingPages,
      ...prompts.entries,
      ...others.entries,
      ...matchingActions,
      // The answer may be of fewer letters.
      ...people.entries.filter(({ label }) => hasWords(label, words)),
      ...members.entries,
      ...known.filter(isNamed),
      ...known.flatMap((found) => {
        const topic = isNamed(found) ? undefined : topics?.topicOf(found.value, words)
        return topic ? [{ ...found, label: `${found.label}: ${topic}` }] : []
      }),
      ...idEntries(name),
      entry('Request', `Requests with “${name}”`, `/requests?find=${inAddress(name)}`),
    ],
    isSearching: [prompts, others, people, members].some(({ isSearching }) => isSearching),
  }
}

/** Entries that the server finds; the code for the search is loaded with the first words. */
function useSearch(kind: keyof typeof import('./palette-search.ts')['searches'], name: string): Entries {
  const { data: entries = [], isFetching } = useQuery({
    queryKey: ['palette', kind, name],
    queryFn: async ({ signal }) =>
      (await loadPart(() => import('./palette-search.ts'))).searches[kind](name, signal),
    enabled: name !== '',
    staleTime: 0,
  })
  return { entries, isSearching: isFetching }
}

/** The request or trace that has the text as its id. */
function idEntries(id: string): readonly PageEntry[] {
  if (/^[\da-f]{32}$/i.test(id)) return [entry('Trace', id.toLowerCase(), `/traces/${id.toLowerCase()}`)]
  return /^\d+$/.test(id) ? [entry('Request', `Request ${id}`, `/requests?request=${id}`)] : []
}
