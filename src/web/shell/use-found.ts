import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../api/index.ts'
import { places } from './places.ts'

/** Somewhere to go. */
export interface Found {
  readonly value: string
  readonly label: string
  readonly kind: 'Page' | 'Prompt' | 'Table' | 'Request'
  readonly href: string
}

const pages: readonly Found[] = places.map(({ to, name }) => ({
  value: to,
  label: `Go to ${name}`,
  kind: 'Page',
  href: to,
}))
const atMost = 8

/** Pages, prompts and tables by their names, a request by its id. The names are looked for by the server. */
export function useFound(words: string): { readonly found: readonly Found[]; readonly isLooking: boolean } {
  const name = useDeferredValue(words.trim())
  const isNamed = name !== ''
  const prompts = useQuery({
    queryKey: ['prompts', 'palette', name],
    queryFn: ({ signal }) => call('listTemplates', { query: { page: 1, per_page: atMost, name }, signal }),
    enabled: isNamed,
  })
  const tables = useQuery({
    queryKey: ['tables', 'palette', name],
    queryFn: ({ signal }) => call('listTables', { query: { name, limit: atMost }, signal }),
    enabled: isNamed,
  })
  // At once: Enter may come with the last letter.
  const small = words.trim().toLowerCase()
  const found = [
    ...pages.filter(({ label }) => label.toLowerCase().includes(small)),
    ...(isNamed
      ? (prompts.data?.items ?? []).map(({ id, prompt_name }) =>
          entry('Prompt', prompt_name, `/prompts/${id}`),
        )
      : []),
    ...(isNamed
      ? (tables.data?.data ?? []).map(({ id, title }) => entry('Table', title, `/tables/${id}`))
      : []),
    ...(/^\d+$/.test(name) ? [entry('Request', `Request ${name}`, `/requests?request=${name}`)] : []),
  ]
  return { found, isLooking: isNamed && (prompts.isFetching || tables.isFetching) }
}

const entry = (kind: Found['kind'], label: string, href: string): Found => ({
  kind,
  label,
  href,
  value: href,
})
