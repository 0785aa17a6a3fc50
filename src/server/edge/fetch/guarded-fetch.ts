import type { Agent, Dispatcher } from 'undici'
import { isAllowedHost } from '../../../engine/environment/restriction.ts'
import { loadUndici } from '../../program-paths.ts'
import { createAddressPolicy } from './address-policy.ts'
import { answerHeader, makeAnswer, type OutboundAnswer } from './answer.ts'
import { fetchLike } from './as-fetch.ts'
import { checkUrl } from './check-url.ts'
import { createConnector } from './connector.ts'
import { callerDeadline, type Deadline, orAborted, startDeadline } from './deadline.ts'
import { explainFailure } from './explain-failure.ts'
import { OutboundError } from './outbound-error.ts'
import type { GuardedFetch, OutboundRequest } from './outbound-request.ts'
import { type Hop, maxRedirects, nextHop, type RedirectRule } from './redirects.ts'
import { CleanHeaders, cleanHeaders } from './request-headers.ts'
import { limitLookups, type Resolve, resolveBySystem } from './resolve.ts'

export interface GuardedFetchOptions {
  /** Result of `parseOutboundAllow`. */
  readonly allow: readonly string[]
  readonly resolve?: Resolve
}

const maxHeaderBytes = 32_768
const concurrentLookups = 3
/** Concurrent DNS lookups of one workspace, so that its slow name servers do not delay other workspaces. */
const lookupsOfWorkspace = 2

export function createGuardedFetch({ allow, resolve = resolveBySystem }: GuardedFetchOptions): GuardedFetch {
  const policy = createAddressPolicy(allow)
  const closing = new AbortController()
  const agent = new (loadUndici().Agent)({
    connect: createConnector(
      policy,
      limitLookups(resolve, concurrentLookups, lookupsOfWorkspace),
      closing.signal,
    ),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    // The deadline of the call covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function guardedFetch(input: string | URL, request: OutboundRequest): Promise<OutboundAnswer> {
    let hop = firstHop(checkUrl(input, policy), request)
    refuseOtherHost(hop.url, request.hosts)
    const deadline = deadlineOf(request)
    try {
      for (let redirects = 0; ; redirects++) {
        const received = await send(agent, hop, deadline)
        const location = answerHeader(received, 'location')
        const next = nextHopOf(received, hop, location, request.redirects ?? 'follow')
        if (!next) return answerOf(received, hop, request.maxResponseBytes, deadline)
        received.body.destroy()
        if (redirects === maxRedirects)
          throw new OutboundError('redirect_loop', `More than ${maxRedirects} redirects.`)
        refuseOtherHost(next.url, request.hosts)
        hop = next
      }
    } catch (error) {
      deadline.end()
      throw explainFailure(error, hop.url.host, deadline.signal)
    }
  }

  function nextHopOf(
    received: Dispatcher.ResponseData,
    hop: Hop,
    location: string | null,
    rule: RedirectRule,
  ) {
    return discardOnError(received, () =>
      nextHop(hop, { status: received.statusCode, location }, rule, policy),
    )
  }

  return {
    fetch: guardedFetch,
    asFetch: (limits) => fetchLike(guardedFetch, limits),
    close() {
      closing.abort()
      return agent.destroy()
    },
  }
}

function answerOf(received: Dispatcher.ResponseData, hop: Hop, maxBytes: number, deadline: Deadline) {
  return discardOnError(received, () => makeAnswer(received, hop, maxBytes, deadline))
}

function deadlineOf({ timeoutMs, signal }: OutboundRequest): Deadline {
  if (timeoutMs !== null) return startDeadline(timeoutMs, signal)
  if (!signal) throw new OutboundError('bad_request', 'A call without a deadline must have a signal.')
  return callerDeadline(signal)
}

function refuseOtherHost(url: URL, hosts: readonly string[] | undefined): void {
  if (hosts && !isAllowedHost(hosts, url))
    throw new OutboundError(
      'blocked_host',
      `${url.host} is not among the hosts that an environment variable of this call is restricted to.`,
    )
}

/** Closes the connection if the work on its answer throws. */
function discardOnError<T>(received: Dispatcher.ResponseData, work: () => T): T {
  try {
    return work()
  } catch (error) {
    received.body.destroy()
    throw error
  }
}

function firstHop(url: URL, { method = 'GET', headers, body = null }: OutboundRequest): Hop {
  if (!/^[A-Za-z]{1,20}$/.test(method) || /^(connect|trace|track)$/i.test(method))
    throw new OutboundError('bad_request', 'This HTTP method cannot be used.')
  const clean = headers instanceof CleanHeaders ? headers : cleanHeaders(headers)
  return { url, method: method.toUpperCase(), headers: clean, body }
}

async function send(agent: Agent, hop: Hop, { signal }: Deadline): Promise<Dispatcher.ResponseData> {
  const sending = agent.request({
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method as Dispatcher.HttpMethod,
    headers: hop.headers.wire as string[],
    body: hop.body,
    signal,
    responseHeaders: 'raw',
  })
  // undici observes the signal only after connecting.
  const received = await orAborted(sending, signal)
  // Readers of the body get the error. Without this listener an unread body's error would end the process.
  received.body.on('error', () => undefined)
  return received
}
