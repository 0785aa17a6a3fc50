import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { OutboundError } from '../../edge/index.ts'
import { ownOrigin } from '../../http/own-origin.ts'
import { signInCookie, signInCookieValue, visitOf } from '../../http/session-cookie.ts'
import { visitorAddress } from '../../http/visitor-address.ts'
import type { Log } from '../../log.ts'
import { admitByClaims } from './admit.ts'
import { callbackPath } from './client.ts'
import { type Flow, IdentityProvider } from './provider.ts'

const flowSeconds = 600
const sealedFor = { table: 'sign-in', workspace: 0, row: 'oidc' }

/** The two routes of single sign-on: to the provider, and back. */
export function serveSingleSignOn(app: FastifyInstance, context: Context, log: Log): void {
  const { singleSignOn } = context.config
  if (!singleSignOn) return
  const provider = new IdentityProvider(context.config, singleSignOn)
  const redirectingOnError = redirectOnError(log)

  app.get('/auth/oidc', (request, reply) =>
    redirectingOnError(request, reply, discoveryProblem, async () => {
      const back = ownPath(request)
      const { url, flow } = await provider.begin(`${ownOrigin(request)}${callbackPath}`, back)
      const sealed = context.secrets.seal(JSON.stringify(flow), sealedFor)
      const value = Buffer.from(sealed).toString('base64url')
      return reply.header('set-cookie', signInCookie(visitOf(request), value, flowSeconds)).redirect(url.href)
    }),
  )

  app.get(callbackPath, (request, reply) =>
    redirectingOnError(request, reply, returnProblem, async () => {
      const flow = readFlow(context, request)
      if (!flow) return reply.redirect('/sign-in?problem=expired')
      const claims = await provider.finish(new URL(request.url, ownOrigin(request)), flow)
      const visitor = { address: visitorAddress(request), ...visitOf(request) }
      const admission = await admitByClaims(context, claims, visitor)
      if ('problem' in admission) return reply.redirect(`/sign-in?problem=${admission.problem}`)
      const expiredCookie = signInCookie(visitor, '', 0)
      return reply.header('set-cookie', [admission.cookie, expiredCookie]).redirect(flow.back ?? '/')
    }),
  )
}

/** People see a page with instructions; the reason is in the operator's log. */
const redirectOnError =
  (log: Log) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    problemOf: (error: unknown) => SignInProblem,
    work: () => Promise<FastifyReply>,
  ) => {
    reply.header('cache-control', 'no-store')
    try {
      return await work()
    } catch (error) {
      log.warn('single sign-on failed', { request: request.id, error })
      return reply.redirect(`/sign-in?problem=${problemOf(error)}`)
    }
  }

/** The query's `back` if it is a path of this server, or Home. */
function ownPath(request: FastifyRequest): string {
  const { back } = request.query as { back?: unknown }
  const own = ownOrigin(request)
  const url = typeof back === 'string' && back.length <= 2_000 ? URL.parse(back, own) : null
  // A path with two slashes is the address of another host.
  const isOwn = url?.origin === own && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : '/'
}

function readFlow({ secrets }: Context, request: FastifyRequest): Flow | null {
  const value = signInCookieValue(request)
  if (!value) return null
  try {
    return JSON.parse(secrets.open(Buffer.from(value, 'base64url'), sealedFor)) as Flow
  } catch {
    return null
  }
}

/** Why a sign-in through the provider failed, for the sign-in screen. */
type SignInProblem = 'provider-away' | 'misconfigured' | 'declined' | 'failed'

/** Errors of OAuth that only a change of the settings mends. */
const settingsErrors: ReadonlySet<unknown> = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
])

/** Discovery depends on the settings and the provider only, so any answer that it refuses is a wrong setting. */
const discoveryProblem = (error: unknown): SignInProblem =>
  isUnreachable(error) ? 'provider-away' : 'misconfigured'

function returnProblem(error: unknown): SignInProblem {
  if (isUnreachable(error)) return 'provider-away'
  const code = (error as { error?: unknown }).error
  if (code === 'access_denied') return 'declined'
  const status = (error as { status?: unknown }).status
  return settingsErrors.has(code) || status === 401 ? 'misconfigured' : 'failed'
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError || isServerError((cause as { cause?: unknown }).cause)) return true
  return false
}

const isServerError = (answer: unknown): boolean => answer instanceof Response && answer.status >= 500
