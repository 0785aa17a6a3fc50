import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { flowCookie, flowOf, visitOf } from '../../http/session-cookie.ts'
import { visitorAddress } from '../../http/visitor-address.ts'
import type { Log } from '../../log.ts'
import { admitByClaims } from './admit.ts'
import { type Flow, IdentityProvider } from './provider.ts'

const callback = '/auth/oidc/callback'
const flowSeconds = 600
const sealedFor = { table: 'sign-in', workspace: 0, row: 'oidc' }

/** Serves the two routes of single sign-on: to the provider and back. */
export function serveSingleSignOn(app: FastifyInstance, context: Context, log: Log): void {
  const { singleSignOn } = context.config
  if (!singleSignOn) return
  const provider = new IdentityProvider(context.config, singleSignOn)

  app.get('/auth/oidc', (request, reply) =>
    explainingFailure(log, request, reply, async () => {
      const { url, flow } = await provider.begin(`${originOf(request)}${callback}`)
      const sealed = context.secrets.seal(JSON.stringify(flow), sealedFor)
      const value = Buffer.from(sealed).toString('base64url')
      return reply.header('set-cookie', flowCookie(visitOf(request), value, flowSeconds)).redirect(url.href)
    }),
  )

  app.get(callback, (request, reply) =>
    explainingFailure(log, request, reply, async () => {
      const flow = readFlow(context, request)
      if (!flow) return reply.redirect('/sign-in?problem=expired')
      const claims = await provider.finish(new URL(request.url, originOf(request)), flow)
      const visitor = { address: visitorAddress(request), ...visitOf(request) }
      const cookie = await admitByClaims(context, claims, visitor)
      if (!cookie) return reply.redirect('/sign-in?problem=not-invited')
      const spent = flowCookie(visitor, '', 0)
      return reply.header('set-cookie', [cookie, spent]).redirect('/')
    }),
  )
}

/** On failure, shows a page with instructions and logs the reason for the operator. */
async function explainingFailure(
  log: Log,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
) {
  reply.header('cache-control', 'no-store')
  try {
    return await work()
  } catch (error) {
    log.warn('single sign-on failed', { request: request.id, error })
    return reply.redirect('/sign-in?problem=failed')
  }
}

function originOf(request: FastifyRequest): string {
  const forwarded = request.headers['x-forwarded-proto']
  return `${forwarded === 'https' ? 'https' : request.protocol}://${request.headers.host}`
}

function readFlow({ secrets }: Context, request: FastifyRequest): Flow | null {
  const value = flowOf(request)
  if (!value) return null
  try {
    return JSON.parse(secrets.open(Buffer.from(value, 'base64url'), sealedFor)) as Flow
  } catch {
    return null
  }
}
