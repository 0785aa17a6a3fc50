import type { SampleRow } from '../db/index.ts'
import type { Invoke } from '../http/invoke.ts'
import { samplePlayground, type Ticket } from './content/index.ts'
import { playgroundName, type SampleEntities } from './sample.ts'

/** Saves the playground, unless an interrupted attempt did. */
export async function makePlayground(
  invoke: Invoke,
  { started_at }: SampleRow,
  tickets: readonly Ticket[],
): Promise<NonNullable<SampleEntities['playground']>> {
  const { playgrounds } = await invoke('listPlaygrounds', { query: { name: playgroundName } })
  const existing = playgrounds.find(
    ({ name, created_at }) => name === playgroundName && Date.parse(created_at) >= started_at,
  )
  if (existing) return { id: existing.id, version: existing.version }
  const body = { name: playgroundName, content: samplePlayground(tickets) }
  const { id, version } = (await invoke('createPlayground', { body })).playground
  return { id, version }
}
