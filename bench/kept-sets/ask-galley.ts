import { benchKey, type Galley } from '../galley.ts'

/** The answer of a search; null if the server stopped the search because it took too long. */
export async function askGalley(
  { url }: Galley,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ readonly next_cursor?: string | null } | null> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': benchKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { next_cursor?: string | null; error?: string }
  if (response.ok) return answer
  if (answer.error === 'too_slow') return null
  throw new Error(`${path}: ${response.status}: ${JSON.stringify(answer)}`)
}
