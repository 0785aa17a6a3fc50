import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { queryOf, useSession } from '../api/index.ts'
import { navigationLinks } from './navigation-links.ts'
import type { PageAction } from './page-actions.ts'
import { kindOfPage, type RecentKind } from './recent-page.ts'
import { recentPages } from './recents.ts'
import { settingsGroups } from './settings-groups.ts'
import { chooseTheme, themeNames } from './theme.ts'

/** A page to open, or an action of the screen. */
export type PaletteEntry = PageEntry | ActionEntry

interface PageEntry {
  readonly value: string
  readonly label: string
  readonly kind:
    | 'Page'
    | 'Settings'
    | 'Member'
    | 'Tool'
    | 'Playground'
    | RecentKind
    | 'User'
    | 'Session'
    | 'Trace'
    | 'Request'
  readonly href: string
}

interface ActionEntry {
  readonly value: string
  readonly label: string
  readonly kind: 'Action'
  readonly press: () => void
}

const pages: readonly PageEntry[] = navigationLinks.map(({ to, name }) => ({
  value: to,
  label: `Go to ${name}`,
  kind: 'Page',
  href: to,
}))
const settings: readonly PageEntry[] = settingsGroups.flatMap(({ sections }) =>
  sections.map(({ to, name }) => ({ value: to, label: name, kind: 'Settings' as const, href: to })),
)
/** Actions of every screen. */
const commands: readonly PaletteEntry[] = [
  { value: 'invite', label: 'Invite members', kind: 'Settings', href: '/settings/members' },
  ...(['light', 'dark', 'system'] as const).map((theme): ActionEntry => {
    const label = `Theme: ${themeNames[theme]}`
    return { value: label, label, kind: 'Action', press: () => chooseTheme(theme) }
  }),
]
/** The most entries of one kind. */
const maxOfKind = 8
/** True if a text has each of the words, in any order: "dark theme" finds "Theme: Dark". */
const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word))
/** The command that moves a label: `move prod`, `move prod of reply`. */
const moveCommand = /^move (\S+)(?: of)? ?(.*)$/i

interface Entries {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
}

/** Entries for the typed words. Without words, these are the recent pages, the navigation and the actions of the screen. */
export function usePaletteEntries(typed: string, actions: readonly PageAction[]): Entries {
  const workspace = useSession()?.workspace.id
  // Actions and pages are matched without delay, because Enter may follow the last letter.
  const words = typed.trim().toLowerCase().split(/\s+/)
  const name = useDeferredValue(typed.trim())
  const items = useItemEntries(name, words)
  const people = usePersonEntries(name, words)
  const members = useMemberEntries(name, words)
  const matchingPages = pages.filter(({ label }) => hasWords(label, words))
  const matchingActions = actions
    .filter(({ label }) => hasWords(label, words))
    .map(
      ({ label, press }, index): ActionEntry => ({ kind: 'Action', label, press, value: `action ${index}` }),
    )
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
      ...items.entries,
      ...matchingActions,
      ...people.entries,
      ...members.entries,
      ...[...settings, ...commands].filter(({ kind, label }) => hasWords(`${label} ${kind}`, words)),
      ...idEntries(name),
      entry('Request', `Requests with “${name}”`, `/requests?find=${inAddress(name)}`),
    ],
    isSearching: [items, people, members].some(({ isSearching }) => isSearching),
  }
}

/** Prompts, workflows, tables, playgrounds and tools by name, and prompts whose label can be moved. */
function useItemEntries(name: string, words: readonly string[]): Entries {
  const enabled = name !== ''
  const [, label, labelled] = moveCommand.exec(name) ?? []
  const promptName = labelled ?? name
  const prompts = useQuery({
    ...queryOf(['prompts', 'palette', promptName], 'listPrompts', {
      query: { per_page: maxOfKind, name: promptName },
    }),
    enabled,
  })
  const tables = useQuery({
    ...queryOf(['tables', 'palette', name], 'listTables', { query: { name, limit: maxOfKind } }),
    enabled,
  })
  const workflows = useQuery({
    ...queryOf(['workflows', 'palette', name], 'listWorkflows', {
      query: { page: 1, per_page: maxOfKind, name },
    }),
    enabled,
  })
  const playgrounds = useQuery({
    ...queryOf(['playgrounds', 'palette', name], 'listPlaygrounds', {
      query: { name, per_page: maxOfKind },
    }),
    enabled,
  })
  const tools = useQuery({
    ...queryOf(['tools', 'palette'], 'listTools', { query: {} }),
    enabled,
    staleTime: 60_000,
  })
  const total = prompts.data?.total ?? 0
  return {
    entries: [
      ...(prompts.data?.prompts ?? []).map(({ id, name }) =>
        label === undefined
          ? entry('Prompt', name, `/prompts/${id}`)
          : entry('Prompt', `Move ${label} of ${name}`, `/prompts/${id}?move=${inAddress(label)}`),
      ),
      ...(label === undefined && total > maxOfKind
        ? [
            entry(
              'Prompt',
              `All ${total.toLocaleString('en')} prompts with “${name}”`,
              `/prompts?find=${inAddress(name)}`,
            ),
          ]
        : []),
      ...(workflows.data?.items ?? []).map(({ id, name }) => entry('Workflow', name, `/workflows/${id}`)),
      ...(tables.data?.data ?? []).map(({ id, title }) => entry('Table', title, `/tables/${id}`)),
      ...(playgrounds.data?.playgrounds ?? []).map(({ id, name }) =>
        entry('Playground', name, `/playground?id=${id}`),
      ),
      ...(tools.data?.tool_registries ?? [])
        .filter((tool) => hasWords(tool.name, words))
        .slice(0, maxOfKind)
        .map(({ id, name }) => entry('Tool', name, `/tools?open=${id}`)),
    ],
    isSearching: [prompts, tables, workflows, playgrounds, tools].some(({ isFetching }) => isFetching),
  }
}

/** Users and sessions whose ids begin with the words. The search is loaded with the first letter. */
function usePersonEntries(name: string, words: readonly string[]): Entries {
  const { data, isFetching } = useQuery({
    queryKey: ['people', 'palette', name],
    queryFn: async ({ signal }) => (await import('./find-people.ts')).findPeople(name, signal),
    enabled: name !== '',
  })
  return {
    // The answer may be of fewer letters.
    entries: (data ?? [])
      .filter(({ id }) => hasWords(id, words))
      .map(({ kind, id, href }) => entry(kind, id, href)),
    isSearching: isFetching,
  }
}

/** Members by name or e-mail address. */
function useMemberEntries(name: string, words: readonly string[]): Entries {
  const { data, isFetching } = useQuery({
    ...queryOf(['members', 'palette'], 'listMembers'),
    enabled: name !== '',
    staleTime: 60_000,
  })
  return {
    entries: (data?.members ?? [])
      .map(({ person }) => person)
      .filter(({ name, email }) => hasWords(`${name} ${email}`, words))
      .slice(0, maxOfKind)
      .map(({ id, name }) => ({ ...entry('Member', name, '/settings/members'), value: id })),
    isSearching: isFetching,
  }
}

/** The request or trace that has the text as its id. */
function idEntries(id: string): readonly PageEntry[] {
  if (/^[\da-f]{32}$/i.test(id)) return [entry('Trace', id.toLowerCase(), `/traces/${id.toLowerCase()}`)]
  return /^\d+$/.test(id) ? [entry('Request', `Request ${id}`, `/requests?request=${id}`)] : []
}

const inAddress = (text: string): string => encodeURIComponent(JSON.stringify(text))

const entry = (kind: PageEntry['kind'], label: string, href: string): PageEntry => ({
  kind,
  label,
  href,
  value: href,
})
