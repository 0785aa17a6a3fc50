import { call, queryClient, queryOf } from '../api/index.ts'
import { findPeople } from './find-people.ts'
import { hasWords, wordsOf } from './has-words.ts'
import { entry, inAddress, type PageEntry } from './palette-entry.ts'

/** The most entries of one kind. */
const maxOfKind = 8
/** Milliseconds for which lists without a search on the server are reused. */
const staleTime = 60_000
/** The command that moves a label: `move prod`, `move prod of reply`. */
const moveCommand = /^move (\S+)(?: of)? ?(.*)$/i

type Search = (name: string, signal: AbortSignal) => Promise<readonly PageEntry[]>

/** Searches of the server by typed text. Each has a query of its own, so that a slow one does not delay the others. */
export const searches: Readonly<Record<'prompts' | 'others' | 'people' | 'members', Search>> = {
  /** Prompts by name, and prompts whose label can be moved. */
  async prompts(name, signal) {
    const [, label, labelled] = moveCommand.exec(name) ?? []
    const { prompts, total } = await call('listPrompts', {
      query: { per_page: maxOfKind, name: labelled ?? name },
      signal,
    })
    const entries = prompts.map(({ id, name }) =>
      label === undefined
        ? entry('Prompt', name, `/prompts/${id}`)
        : entry('Prompt', `Move ${label} of ${name}`, `/prompts/${id}?move=${inAddress(label)}`),
    )
    if (label !== undefined || total <= maxOfKind) return entries
    const all = `All ${total.toLocaleString('en')} prompts with “${name}”`
    return [...entries, entry('Prompt', all, `/prompts?find=${inAddress(name)}`)]
  },

  /** Workflows, tables, playgrounds and tools by name. */
  async others(name, signal) {
    const [workflows, tables, playgrounds, tools] = await Promise.all([
      call('listWorkflows', { query: { page: 1, per_page: maxOfKind, name }, signal }),
      call('listTables', { query: { name, limit: maxOfKind }, signal }),
      call('listPlaygrounds', { query: { name, per_page: maxOfKind }, signal }),
      queryClient.fetchQuery({ ...queryOf(['tools', 'palette'], 'listTools', { query: {} }), staleTime }),
    ])
    return [
      ...workflows.items.map(({ id, name }) => entry('Workflow', name, `/workflows/${id}`)),
      ...tables.data.map(({ id, title }) => entry('Table', title, `/tables/${id}`)),
      ...playgrounds.playgrounds.map(({ id, name }) => entry('Playground', name, `/playground?id=${id}`)),
      ...tools.tool_registries
        .filter((tool) => hasWords(tool.name, wordsOf(name)))
        .slice(0, maxOfKind)
        .map(({ id, name }) => entry('Tool', name, `/tools?open=${id}`)),
    ]
  },

  people: findPeople,

  /** Members by name or e-mail address. */
  async members(name) {
    const { members } = await queryClient.fetchQuery({
      ...queryOf(['members', 'palette'], 'listMembers'),
      staleTime,
    })
    return members
      .map(({ person }) => person)
      .filter((person) => hasWords(`${person.name} ${person.email}`, wordsOf(name)))
      .slice(0, maxOfKind)
      .map(({ id, name }) => ({ ...entry('Member', name, '/settings/members'), value: id }))
  },
}
