import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/index.ts'
import { contentOf, type Playground } from './content.ts'
import type { Bench } from './variant.ts'

export const playgroundQuery = (id: number) =>
  queryOptions({
    queryKey: ['playgrounds', 'one', id],
    queryFn: ({ signal }) => readPlayground(id, signal),
  })

export async function readPlayground(id: number, signal?: AbortSignal): Promise<Playground> {
  const request = { params: { playground_id: id }, ...(signal && { signal }) }
  return (await call('readPlayground', request)).playground
}

export async function createPlayground(name: string, bench: Bench): Promise<Playground> {
  return (await call('createPlayground', { body: { name, content: contentOf(bench) } })).playground
}

/** Saves a copy under a name of its own. */
export async function duplicatePlayground(id: number): Promise<Playground> {
  const { name, content } = await readPlayground(id)
  const body = { name: `${name.slice(0, 240)} (copy)`, content }
  return (await call('createPlayground', { body })).playground
}
