import { randomUUID } from 'node:crypto'
import {
  makeRequests,
  makeTraces,
  promptPublications,
  type Random,
  type Ticket,
} from '../../src/server/sample/content/index.ts'
import { forEach, type Galley } from './galley.ts'

export async function publishPrompts(galley: Galley): Promise<void> {
  for (const publication of promptPublications) await galley.post('/rest/prompt-templates', publication)
}

export async function logHistory(
  galley: Galley,
  random: Random,
  tickets: readonly Ticket[],
  count: number,
  now: number,
): Promise<void> {
  await forEach(makeRequests(random, tickets, count, now), 8, async ({ body, score }) => {
    const { id } = await galley.post('/log-request', body)
    if (score !== null) await galley.post('/rest/track-score', { request_id: id, score, name: 'helpful' })
  })
}

/** Stores the traces of a conversation. Returns the id of the first. */
export async function storeTraces(galley: Galley, now: number): Promise<string> {
  const made = makeTraces(randomUUID(), now)
  await galley.post('/spans-bulk', { spans: made.flatMap(({ spans }) => spans) })
  return made[0]!.traceId
}
