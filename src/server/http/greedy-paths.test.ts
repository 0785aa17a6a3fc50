import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoints } from '../../contract/index.ts'
import { greedyPaths } from './greedy-paths.ts'

const rewrite = greedyPaths(Object.values(endpoints) as Endpoint[])

const cases: readonly [method: string, url: string, rewritten: string][] = [
  ['GET', '/prompt-templates/greeting', '/prompt-templates/greeting'],
  ['GET', '/prompt-templates/team/mail/greeting', '/prompt-templates/team%2Fmail%2Fgreeting'],
  ['GET', '/prompt-templates/team%2Fgreeting', '/prompt-templates/team%2Fgreeting'],
  ['GET', '/prompt-templates/12', '/prompt-templates/12'],
  ['GET', '/prompt-templates/v1.2/./x', '/prompt-templates/v1.2%2F.%2Fx'],
  ['GET', '/prompt-templates/%F0%9F%91%8B/caf%C3%A9', '/prompt-templates/%F0%9F%91%8B%2Fcaf%C3%A9'],
  ['GET', '/prompt-templates/a/labels', '/prompt-templates/a/labels'],
  ['GET', '/prompt-templates/a/b/labels', '/prompt-templates/a%2Fb/labels'],
  ['GET', '/prompt-templates/a%2Flabels', '/prompt-templates/a%2Flabels'],
  ['GET', '/prompt-templates/a%2Flabels/labels', '/prompt-templates/a%2Flabels/labels'],
  ['GET', '/prompt-templates/labels', '/prompt-templates/labels'],
  ['POST', '/prompt-templates/a/labels', '/prompt-templates/a%2Flabels'],
  ['GET', '/prompt-templates/a/b/snippet-usage', '/prompt-templates/a%2Fb/snippet-usage'],
  ['GET', '/prompt-templates/a/', '/prompt-templates/a%2F'],
  ['GET', '/prompt-templates//a', '/prompt-templates/%2Fa'],
  ['GET', '/prompt-templates/a//b', '/prompt-templates/a%2F%2Fb'],
  ['GET', '/prompt-templates/a/b?label=c/d', '/prompt-templates/a%2Fb?label=c/d'],
  ['GET', '/prompt-templates/a/b#c/d', '/prompt-templates/a%2Fb#c/d'],
  ['GET', '/prompt-templates/a?x=/labels', '/prompt-templates/a?x=/labels'],
  ['GET', '/prompt-templates?name=a/b', '/prompt-templates?name=a/b'],
  ['PATCH', '/rest/prompt-templates/a/b', '/rest/prompt-templates/a%2Fb'],
  ['PUT', '/prompt-templates/by-external-id/crm/7', '/prompt-templates/by-external-id/crm/7'],
  ['POST', '/prompt-templates/7/external-ids', '/prompt-templates/7/external-ids'],
  ['DELETE', '/prompt-templates/7/external-ids/crm/x', '/prompt-templates/7/external-ids/crm/x'],
  ['DELETE', '/prompt-templates/a/b', '/prompt-templates/a/b'],
  ['GET', '/prompts/1/label', '/prompts/1/label'],
  ['GET', '/', '/'],
  ['GET', '', ''],
]

for (const [method, url, rewritten] of cases)
  test(`${method} ${url} is routed as ${rewritten}`, () => assert.equal(rewrite(method, url), rewritten))

test('a long URL takes little processor time', () => {
  const before = process.cpuUsage()
  rewrite('GET', `/prompt-templates/${'a/'.repeat(8_000)}`)
  const { user, system } = process.cpuUsage(before)
  assert.ok(user + system < 100_000, `${user + system} µs`)
})
