import { type Endpoint, endpoints } from '../../src/contract/index.ts'
import { exampleIn } from '../every-endpoint/entities.ts'
import { withKey } from '../every-endpoint/request.ts'
import { wireTo } from '../every-endpoint/wire.ts'
import type { World } from '../every-endpoint/world.ts'

/** What the process and its storage are, a token and pseudonyms made anew, and a list with the workspace that each test app makes when
 * it starts: they differ between two apps over the same data. */
const notStored: ReadonlySet<string> = new Set([
  'health',
  'read_storage',
  'requestWebsocketToken',
  'testMasking',
  'list_installation_workspaces',
])

/** A person's own POSTs, which any role may, change something. */
const onlyReads = ({ method, role, sessionOnly }: Endpoint) =>
  method === 'get' || (method === 'post' && role === 'viewer' && !sessionOnly)

export const readingEndpoints: readonly Endpoint[] = Object.values(
  endpoints as Record<string, Endpoint>,
).filter((endpoint) => onlyReads(endpoint) && !notStored.has(endpoint.id))

/** What each operation that reads answers in this world. */
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
