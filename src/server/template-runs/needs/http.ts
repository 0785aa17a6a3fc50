import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpNeed, Json } from '../../../engine/columns/index.ts'
import type { Context } from '../../context.ts'
import { OutboundError } from '../../edge/index.ts'
import {
  fillHeaders,
  hostsOf,
  maskBody,
  maskOf,
  minLengthInHeaders,
  missingMessage,
  readEnvironment,
  secretsOf,
} from '../../environment/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

const maxBytes = 4 * 1024 * 1024

/** Milliseconds before each retry, extended at random by up to a half. */
const delays = [500, 1_500]

/** Posts a body. Retries if the address is busy, fails or cannot be reached. */
export async function post(
  context: Context,
  workspace: WorkspaceId,
  { url, headers: headerTemplates, body, timeoutMilliseconds }: HttpNeed,
  { signal, column }: NeedSetting,
): Promise<Json> {
  const use = column === undefined ? null : ({ kind: 'column', id: column } as const)
  const environment = await readEnvironment(context, workspace, use)
  const {
    headers,
    usedVariables: usedNames,
    missingVariables,
  } = fillHeaders(headerTemplates, environment.values, 'braces')
  if (missingVariables.length > 0)
    throw new NeedFailure('missing_variable', missingMessage(missingVariables, environment.withheld))
  const hosts = hostsOf(environment.restrictions, usedNames)
  const secrets = usedNames.map((name) => environment.values[name]!)
  const text = JSON.stringify(body)
  const attempt = async (): Promise<{ status: number; body: string } | OutboundError> => {
    try {
      const answer = await context.guardedFetch.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...lowerCased(headers) },
        body: text,
        timeoutMs: timeoutMilliseconds,
        maxResponseBytes: maxBytes,
        signal,
        ...(hosts && { hosts }),
      })
      return { status: answer.status, body: maskBody(secrets, await answer.text()) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof OutboundError)) throw error
      return error
    }
  }
  let answer = await attempt()
  for (const delay of delays) {
    if (!isRetryable(answer)) break
    const pause = sleep(delay * (1 + Math.random() / 2), undefined, { signal })
    await pause.catch(() => signal.throwIfAborted())
    answer = await attempt()
  }
  if (!(answer instanceof OutboundError)) return answer
  const code = answer.code === 'deadline' ? 'timeout' : 'http_failed'
  throw new NeedFailure(code, maskOf([...secrets, ...secretsOf(headers)], minLengthInHeaders)(answer.message))
}

/** True if a retry is safe. A request that was sent and not answered may have been processed. */
const isRetryable = (answer: { readonly status: number } | OutboundError): boolean =>
  answer instanceof OutboundError
    ? answer.isUnsent && answer.code === 'network'
    : answer.status === 429 || answer.status >= 500

/** Header names in lower case, so that a column's content type replaces the default. */
const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
