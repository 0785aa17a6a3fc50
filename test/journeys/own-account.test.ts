import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestApp } from '../kit/app.ts'
import { ada, joinAs, password, startWithAda, Visitor } from './support/browser-api.ts'

describe('the account of a person', () => {
  let app: TestApp
  let visitor: Visitor
  before(async () => {
    ;({ app, visitor } = await startWithAda())
  })
  after(() => app.close())

  const signIn = async (email: string) => {
    const other = new Visitor(app)
    assert.equal((await other.send('POST', '/session', { email, password })).status, 200)
    return other
  }

  it('gets another name, which members see', async () => {
    const { status, body } = await visitor.send('PATCH', '/session/person', { name: ' Ada Lovelace ' })
    assert.deepEqual([status, body.person.name], [200, 'Ada Lovelace'])
    const { members } = (await visitor.send('GET', '/members')).body
    assert.deepEqual(
      members.map(({ person }: { person: { name: string } }) => person.name),
      ['Ada Lovelace'],
    )
    assert.equal((await visitor.send('PATCH', '/session/person', { name: ' ' })).status, 422)
  })

  it('lists its sessions, and ends all but the one that asks', async () => {
    const [second, third] = [await signIn(ada.email), await signIn(ada.email)]
    const { sessions } = (await second.send('GET', '/sessions')).body
    assert.equal(sessions.length, 3)
    const [current] = sessions.filter(({ is_current }: { is_current: boolean }) => is_current)
    assert.equal(current.workspace.name.length > 0, true)
    assert.ok(Date.parse(current.ends_at) > Date.parse(current.signed_in_at))
    assert.ok(!JSON.stringify(sessions).includes('token'))
    const colleague = await joinAs(app, visitor, 'eve@example.com', 'viewer')
    assert.equal((await colleague.visitor.send('GET', '/sessions')).body.sessions.length, 1)
    assert.deepEqual((await second.send('DELETE', '/sessions')).body, { success: true, ended: 2 })
    assert.equal((await visitor.send('GET', '/session')).status, 401)
    assert.equal((await third.send('GET', '/session')).status, 401)
    assert.equal((await colleague.visitor.send('GET', '/session')).status, 200)
    visitor = second
  })

  it('leaves a workspace: the session goes on in another one, and ends in the last one', async () => {
    const { visitor: grace } = await joinAs(app, visitor, 'grace@example.com', 'contributor')
    const first = (await grace.send('GET', '/session')).body.workspace.id
    const { id } = (await visitor.send('POST', '/workspaces', { name: 'Research' })).body.workspace
    const { token } = (
      await visitor.send('POST', '/invitations', { email: 'grace@example.com', role: 'viewer' })
    ).body
    const joined = await grace.send('POST', '/invitations/accept', { token, password })
    assert.equal(joined.body.workspace.id, id)
    const elsewhere = await signIn('grace@example.com')
    assert.equal((await elsewhere.send('PATCH', '/session', { workspace_id: id })).status, 200)

    assert.equal((await grace.send('DELETE', '/session/membership')).status, 200)
    const { workspace, workspaces } = (await grace.send('GET', '/session')).body
    assert.deepEqual([workspace.id, workspaces.length], [first, 1])
    assert.equal((await elsewhere.send('GET', '/session')).status, 401)

    const last = await grace.send('DELETE', '/session/membership')
    assert.equal(last.status, 200)
    assert.match(last.headers.get('set-cookie')!, /Max-Age=0/)
    assert.equal((await grace.send('GET', '/session')).status, 401)
    const { members } = (await visitor.send('GET', '/members')).body
    assert.equal(members.length, 1)
  })

  it('cannot leave a workspace without an admin', async () => {
    const refused = await visitor.send('DELETE', '/session/membership')
    assert.deepEqual([refused.status, refused.body.message.includes('needs an admin')], [409, true])
    assert.equal((await visitor.send('GET', '/session')).status, 200)
  })
})
