import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { writeAccessLog } from './access-log.ts'
import { anonymousCaller, type Caller } from './caller.ts'
import type {} from './router.ts'

test('a call is one line without its query, headers, body and the ids in its path', async () => {
  const lines: string[] = []
  const app = fastify()
  app.decorateRequest('caller', null)
  writeAccessLog(app, (line) => lines.push(line))
  app.get('/things/:name', (request, reply) => {
    const key = { kind: 'key', id: 7, name: 'a key' } as const
    request.caller = { ...anonymousCaller, workspace: 3 as Caller['workspace'], actor: key }
    return reply.code(202).send('secret answer')
  })
  const headers = { 'x-api-key': 'pl_secret' }
  await app.inject({ method: 'GET', url: '/things/secret?q=secret', headers })
  await app.inject({ method: 'GET', url: '/nowhere/secret' })
  await app.close()
  assert.ok(!lines.join('').includes('secret'))
  const [known, unknown] = lines.map((line) => JSON.parse(line))
  assert.ok(known.ms >= 0 && known.reqId && known.time)
  const { route, method, status, workspace, key } = known
  assert.deepEqual(
    { route, method, status, workspace, key },
    {
      route: '/things/:name',
      method: 'GET',
      status: 202,
      workspace: 3,
      key: 7,
    },
  )
  assert.deepEqual([unknown.route, unknown.status, unknown.workspace, unknown.key], [null, 404, null, null])
})
