import { type Endpoint, endpoints } from '../../src/contract/index.ts'
import { exampleIn } from '../every-endpoint/entities.ts'
import { withKey } from '../every-endpoint/request.ts'
import { wireTo } from '../every-endpoint/wire.ts'
import type { World } from '../every-endpoint/world.ts'

/**
 * Fields that differ between two apps over the same data: those of the process and its storage, a token and
 * pseudonyms that are made anew, and a list with the workspace that each test app makes at its start.
 */
const notStored: ReadonlySet<string> = new Set([
  'health',
  'read_storage',
  'requestWebsocketToken',
  'testMasking',
  'list_installation_workspaces',
])

/** Whether an operation only reads. A person's own POSTs change data although any role may make them. */
const onlyReads = ({ method, role, sessionOnly }: Endpoint) =>
  method === 'get' || (method === 'post' && role === 'viewer' && !sessionOnly)

export const readingEndpoints: readonly Endpoint[] = Object.values(
  endpoints as Record<string, Endpoint>,
).filter((endpoint) => onlyReads(endpoint) && !notStored.has(endpoint.id))

/** The answers of all reading operations in this world. */
export async function answersIn(baseUrl: string, world: World): Promise<Record<string, unknown>> {
  const wire = wireTo(baseUrl)
  const answers: Record<string, unknown> = {}
  for (const endpoint of readingEndpoints) {
    const { status, body, text } = await wire.send(withKey(endpoint, exampleIn(endpoint, world), world))
    answers[endpoint.id] = { status, answer: body ?? text }
  }
  wire.close()
  return answers
}
