import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Role, roles } from '../roles.ts'
import {
  mayWithdraw,
  type Protection,
  type ReleaseActor,
  reasonNotToDecide,
  reasonToRequest,
} from './protection.ts'

const person = (id: string) => ({ kind: 'person', id }) as const
const key = (id: string) => ({ kind: 'key', id }) as const
const protections: Record<string, Protection> = {
  open: undefined,
  protected: { needsTwoApprovers: false },
  two: { needsTwoApprovers: true },
}

test('people who may place a label without a release request', () => {
  const alone = (name: string) =>
    roles.filter((role) => reasonToRequest(role, 'prod', protections[name]) === null)
  assert.deepEqual(alone('open'), ['publisher', 'admin'])
  assert.deepEqual(alone('protected'), ['admin'])
  assert.deepEqual(alone('two'), [])
})

test('people who may decide on a request of Ann', () => {
  const requester = { kind: 'person', id: 'ann' } as const
  const decides = (name: string, role: Role, actor: ReleaseActor) =>
    reasonNotToDecide({ role, ...actor }, requester, 'prod', protections[name]) === null
  assert.ok(!decides('open', 'contributor', person('ben')))
  assert.ok(decides('open', 'publisher', person('ann')))
  assert.ok(!decides('protected', 'publisher', person('ben')))
  assert.ok(decides('protected', 'admin', person('ann')))
  assert.ok(decides('protected', 'admin', key('1')))
  assert.ok(!decides('two', 'admin', person('ann')))
  assert.ok(!decides('two', 'admin', key('1')))
  assert.ok(decides('two', 'admin', person('ben')))
})

test('only the requester and admins may withdraw a request', () => {
  const requester = { kind: 'key', id: '7' } as const
  assert.ok(mayWithdraw({ role: 'contributor', ...key('7') }, requester))
  assert.ok(!mayWithdraw({ role: 'publisher', ...key('8') }, requester))
  assert.ok(!mayWithdraw({ role: 'publisher', ...person('7') }, requester))
  assert.ok(mayWithdraw({ role: 'admin', ...person('ben') }, requester))
})
