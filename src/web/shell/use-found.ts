import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { queryOf } from '../api/index.ts'
import type { PageAction } from './page-actions.ts'
import { places } from './places.ts'
import { settingsGroups } from './settings-groups.ts'
import { chooseTheme, themeNames } from './theme.ts'

/** A page to open, or an action of the screen. */
export type Found = Place | Action

interface Place {
  readonly value: string
  readonly label: string
  readonly kind: 'Page' | 'Settings' | 'Prompt' | 'Table' | 'User' | 'Session' | 'Trace' | 'Request'
  readonly href: string
}

interface Action {
  readonly value: string
  readonly label: string
  readonly kind: 'Action'
  readonly press: () => void
}

const pages: readonly Place[] = places.map(({ to, name }) => ({
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

/**
 * Actions, pages, prompts and tables by name, users and sessions by the beginning of their ids, a request or a trace by its
 * id, and the search of the log for the words.
 */
export function useFound(
  words: string,
  actions: readonly PageAction[],
): { readonly found: readonly Found[]; readonly isLooking: boolean } {
  const name = useDeferredValue(words.trim())
  const isNamed = name !== ''
  const prompts = useQuery({
    ...queryOf(['prompts', 'palette', name], 'listTemplates', { query: { page: 1, per_page: atMost, name } }),
    enabled: isNamed,
  })
  const tables = useQuery({
    ...queryOf(['tables', 'palette', name], 'listTables', { query: { name, limit: atMost } }),
    enabled: isNamed,
  })
  const users = useTraceValues('trace_user_id', name)
  const sessions = useTraceValues('trace_session_id', name)
  // Actions and pages are matched without delay, because Enter may follow the last letter.
  const small = words.trim().toLowerCase()
  const doable = actions
    .filter(({ label }) => label.toLowerCase().includes(small))
    .map(({ label, press }, index): Action => ({ kind: 'Action', label, press, value: `action ${index}` }))
  const entries: readonly Found[] = [
    ...pages.filter(({ label }) => label.toLowerCase().includes(small)),
    ...(isNamed
      ? (prompts.data?.items ?? []).map(({ id, prompt_name }) =>
          entry('Prompt', prompt_name, `/prompts/${id}`),
        )
      : []),
    ...(isNamed
      ? (tables.data?.data ?? []).map(({ id, title }) => entry('Table', title, `/tables/${id}`))
      : []),
    ...doable,
    ...users.values.map((id) => entry('User', id, `/users/${encodeURIComponent(id)}`)),
    ...sessions.values.map((id) => entry('Session', id, `/sessions/${encodeURIComponent(id)}`)),
    ...(isNamed ? [...settings, ...commands].filter(({ label }) => label.toLowerCase().includes(small)) : []),
    ...(/^\d+$/.test(name) ? [entry('Request', `Request ${name}`, `/requests?request=${name}`)] : []),
    ...(/^[\da-f]{32}$/i.test(name)
      ? [entry('Trace', name.toLowerCase(), `/traces/${name.toLowerCase()}`)]
      : []),
    ...(isNamed
      ? [
          entry(
            'Request',
            `Requests with “${name}”`,
            `/requests?find=${encodeURIComponent(JSON.stringify(name))}`,
          ),
        ]
      : []),
  ]
  return {
    found: entries,
    isLooking: isNamed && [prompts, tables, users, sessions].some((one) => one.isFetching),
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
