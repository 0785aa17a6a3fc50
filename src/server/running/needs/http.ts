import type { HttpNeed, Json } from '../../../engine/columns/index.ts'
import type { Context } from '../../context.ts'
import { OutboundError } from '../../edge/index.ts'
import { fillHeaders, readEnvironment, withoutValues } from '../../environment/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

const mostBytes = 4 * 1024 * 1024

export async function post(
  context: Context,
  workspace: WorkspaceId,
  { url, headers: given, body, timeoutMilliseconds }: HttpNeed,
  { signal }: NeedSetting,
): Promise<Json> {
  const environment = await readEnvironment(context, workspace, null)
  const { headers, missing } = fillHeaders(given, environment, 'braces')
  if (missing.length > 0)
    throw new NeedFailure('missing_variable', `There is no environment variable ${missing.join(', ')}.`)
  try {
    const answer = await context.guardedFetch.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...lowerCased(headers) },
      body: JSON.stringify(body),
      timeoutMs: timeoutMilliseconds,
      maxResponseBytes: mostBytes,
      signal,
    })
    return { status: answer.status, body: await answer.text() }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OutboundError)) throw error
    const code = error.code === 'deadline' ? 'timeout' : 'http_failed'
    throw new NeedFailure(code, withoutValues(error.message, headers))
  }
}

/** So that a content type of the column's own takes the place of ours. */
const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
