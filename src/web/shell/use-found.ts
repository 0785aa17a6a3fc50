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
export type Found = Place | Action

interface Place {
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

interface Action {
  readonly value: string
  readonly label: string
  readonly kind: 'Action'
  readonly press: () => void
}

const pages: readonly Place[] = navigationLinks.map(({ to, name }) => ({
  value: to,
  label: `Go to ${name}`,
  kind: 'Page',
  href: to,
}))
const settings: readonly Place[] = settingsGroups.flatMap(({ sections }) =>
  sections.map(({ to, name }) => ({ value: to, label: name, kind: 'Settings' as const, href: to })),
)
/** Actions of every screen. */
const commands: readonly Found[] = [
  { value: 'invite', label: 'Invite members', kind: 'Settings', href: '/settings/members' },
  ...(['light', 'dark', 'system'] as const).map((theme): Action => {
    const label = `Theme: ${themeNames[theme]}`
    return { value: label, label, kind: 'Action', press: () => chooseTheme(theme) }
  }),
]
const atMost = 8
/** True if a text has each of the words, in any order: "dark theme" finds "Theme: Dark". */
const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word))
/** The command that moves a label: `move prod`, `move prod of reply`. */
const moving = /^move (\S+)(?: of)?(?: (.*))?$/i

/**
 * Actions, pages, prompts and tables by name, users and sessions by the beginning of their ids, a request or a trace by its
 * id, and the search of the log for the words.
 */
export function useFound(
  words: string,
  actions: readonly PageAction[],
): { readonly found: readonly Found[]; readonly isLooking: boolean } {
  const workspace = useSession()?.workspace.id
  const name = useDeferredValue(words.trim())
  const isNamed = name !== ''
  const [, label, ofPrompt] = moving.exec(name) ?? []
  const prompts = useQuery({
    ...queryOf(['prompts', 'palette', ofPrompt ?? name], 'listPrompts', {
      query: { per_page: atMost, name: ofPrompt ?? name },
    }),
    enabled: isNamed,
  })
  const tables = useQuery({
    ...queryOf(['tables', 'palette', name], 'listTables', { query: { name, limit: atMost } }),
    enabled: isNamed,
  })
  const workflows = useQuery({
    ...queryOf(['workflows', 'palette', name], 'listWorkflows', {
      query: { page: 1, per_page: atMost, name },
    }),
    enabled: isNamed,
  })
  const members = useQuery({
    ...queryOf(['members', 'palette'], 'listMembers'),
    enabled: isNamed,
    staleTime: 60_000,
  })
  const playgrounds = useQuery({
    ...queryOf(['playgrounds', 'palette', name], 'listPlaygrounds', { query: { name, per_page: atMost } }),
    enabled: isNamed,
  })
  const tools = useQuery({
    ...queryOf(['tools', 'palette'], 'listTools', { query: {} }),
    enabled: isNamed,
    staleTime: 60_000,
  })
  const users = useTraceValues('trace_user_id', name)
  const sessions = useTraceValues('trace_session_id', name)
  // Actions and pages are matched without delay, because Enter may follow the last letter.
  const small = words.trim().toLowerCase().split(/\s+/)
  const doable = actions
    .filter(({ label }) => hasWords(label, small))
    .map(({ label, press }, index): Action => ({ kind: 'Action', label, press, value: `action ${index}` }))
  const recents = isNamed || workspace === undefined ? [] : recentPages(workspace)
  const inAddress = encodeURIComponent(JSON.stringify(name))
  const total = prompts.data?.total ?? 0
  const entries: readonly Found[] = [
    ...recents.map(({ href, label }) => entry(kindOfPage(href) ?? 'Page', label, href)),
    ...pages.filter(({ label }) => hasWords(label, small)),
    ...(isNamed
      ? [
          ...(prompts.data?.prompts ?? []).map(({ id, name: promptName }) =>
            label === undefined
              ? entry('Prompt', promptName, `/prompts/${id}`)
              : entry(
                  'Prompt',
                  `Move ${label} of ${promptName}`,
                  `/prompts/${id}?move=${encodeURIComponent(JSON.stringify(label))}`,
                ),
          ),
          ...(label === undefined && total > atMost
            ? [
                entry(
                  'Prompt',
                  `All ${total.toLocaleString('en')} prompts with “${name}”`,
                  `/prompts?find=${inAddress}`,
                ),
              ]
            : []),
          ...(workflows.data?.items ?? []).map(({ id, name }) => entry('Workflow', name, `/workflows/${id}`)),
          ...(tables.data?.data ?? []).map(({ id, title }) => entry('Table', title, `/tables/${id}`)),
          ...(playgrounds.data?.playgrounds ?? []).map(({ id, name }) =>
            entry('Playground', name, `/playground?id=${id}`),
          ),
          ...(tools.data?.tool_registries ?? [])
            .filter((tool) => hasWords(tool.name, small))
            .slice(0, atMost)
            .map(({ id, name }) => entry('Tool', name, `/tools?open=${id}`)),
        ]
      : []),
    ...doable,
    ...users.values.map((id) => entry('User', id, `/users/${encodeURIComponent(id)}`)),
    ...sessions.values.map((id) => entry('Session', id, `/sessions/${encodeURIComponent(id)}`)),
    ...(isNamed
      ? [
          ...(members.data?.members ?? [])
            .map(({ person }) => person)
            .filter(({ name, email }) => hasWords(`${name} ${email}`, small))
            .slice(0, atMost)
            .map(({ id, name }) => ({ ...entry('Member', name, '/settings/members'), value: id })),
          ...[...settings, ...commands].filter(({ kind, label }) => hasWords(`${label} ${kind}`, small)),
          ...(/^\d+$/.test(name) ? [entry('Request', `Request ${name}`, `/requests?request=${name}`)] : []),
          ...(/^[\da-f]{32}$/i.test(name)
            ? [entry('Trace', name.toLowerCase(), `/traces/${name.toLowerCase()}`)]
            : []),
          entry('Request', `Requests with “${name}”`, `/requests?find=${inAddress}`),
        ]
      : []),
  ]
  return {
    found: entries,
    isLooking:
      isNamed &&
      [prompts, tables, workflows, members, playgrounds, tools, users, sessions].some(
        (one) => one.isFetching,
      ),
  }
}

/** Ids of users or sessions of traces that begin with the text. */
function useTraceValues(field: 'trace_user_id' | 'trace_session_id', prefix: string) {
  const { data, isFetching } = useQuery({
    ...queryOf(['trace-values', field, prefix], 'suggestTraceValues', { query: { field, prefix } }),
    enabled: prefix !== '',
  })
  return { values: prefix === '' ? [] : (data?.values ?? []).slice(0, atMost), isFetching }
}

const entry = (kind: Place['kind'], label: string, href: string): Place => ({
  kind,
  label,
  href,
  value: href,
})
