import assert from 'node:assert/strict'
import { type EndpointName, endpoints } from '../../src/contract/index.ts'
import { originalOf } from '../../src/server/db/index.ts'
import type { Arena } from './arena.ts'
import type { Received, Sent } from './wire.ts'
import type { World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: any JSON that a test sent or got back.
type Json = any
type Check = (sent: Json, answer: Json, arena: Arena, world: World, bytes: Buffer) => Promise<void>

/** Checks for operations that store their input: the answer must contain accepted input exactly. */
const checks: Partial<Record<EndpointName, Check>> = {
  publishTemplate: comesBackFromRegistry,
  upsertTemplate: comesBackFromRegistry,
  logRequest: (_sent, answer, arena, world, bytes) => keepsOriginal(arena, world, answer.id, bytes),
  trackRequest: (_sent, answer, arena, world, bytes) => keepsOriginal(arena, world, answer.request_id, bytes),
  createLabel: async (sent, answer) => assert.equal(answer.name, sent.name),
  createFolder: async (sent, answer) => assert.equal(answer.folder.name, sent.name),
  updateFolder: async (sent, answer) => assert.equal(answer.folder.name, sent.name ?? answer.folder.name),
  attachFolderExternalId: async (sent, answer) => assert.deepEqual(answer.external_id, sent),
  attachPromptExternalId: async (sent, answer) => assert.deepEqual(answer.external_id, sent),
  attachSkillExternalId: async (sent, answer) => assert.deepEqual(answer.external_id, sent),
  createSkillCollection: skillsComeBack,
  trackMetadata: comesBackFromLog,
  legacyTrackMetadata: comesBackFromLog,
  trackScore: scoreComesBack,
  legacyTrackScore: scoreComesBack,
}

/** True if its answers are compared with the sent values. */
export const isCompared = (name: EndpointName): boolean => checks[name] !== undefined

/**
 * Whether requests of an operation overwrite each other, so that each must be read before the next is sent.
 */
export const overwrites = (name: EndpointName): boolean => isCompared(name) && !endpoints[name].keepsOriginal

export async function checkRoundTrip(
  name: EndpointName,
  sent: Sent,
  answer: Received,
  arena: Arena,
  world: World,
) {
  const check = checks[name]
  if (!check || answer.status >= 300 || !sent.body) return
  await check(JSON.parse(sent.body.toString('utf8')), answer.body, arena, world, sent.body)
}

async function comesBackFromRegistry(sent: Json, answer: Json, { wire }: Arena, { key }: World) {
  const { prompt_template: base, prompt_version: version } = sent
  const path = `/prompt-templates/${answer.id}?resolve_snippets=false&version=${answer.version_number}`
  const { status, body, text } = await wire.send({ method: 'GET', path, headers: { 'X-API-KEY': key } })
  assert.equal(status, 200, text)
  assertHolds(body.prompt_template, version.prompt_template, 'prompt_template')
  assertHolds(body.metadata, version.metadata ?? null, 'metadata')
  assertHolds(body.commit_message, version.commit_message ?? null, 'commit_message')
  if (base.tags) assertHolds(body.tags, base.tags, 'tags')
  assertHolds(answer.release_labels, sent.release_labels ?? [], 'release_labels')
}

/** Paths are normalised and moved under the provider's folder; contents must be unchanged. */
async function skillsComeBack(sent: Json, answer: Json, { wire }: Arena, { key }: World) {
  const path = `/api/public/v2/skill-collections/${answer.skill_collection.id}`
  const { status, body, text } = await wire.send({ method: 'GET', path, headers: { 'X-API-KEY': key } })
  assert.equal(status, 200, text)
  const contents = (sent.files ?? []).map(({ content = '' }: Json) => content)
  assert.deepEqual(Object.values(body.files).sort(), contents.sort())
  assert.equal(body.skill_collection.name, sent.name)
  assert.equal(body.version.provider, sent.provider ?? null)
  assert.equal(body.version.commit_message, sent.commit_message ?? null)
}

async function keepsOriginal(arena: Arena, world: World, id: number, bytes: Buffer) {
  const { payload } = await arena.app.context.store.db
    .selectFrom('request_payloads')
    .select('payload')
    .where('workspace_id', '=', world.workspace)
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  const original = originalOf(payload)
  const sent = JSON.parse(bytes.toString('utf8'))
  if (Object.hasOwn(sent, 'api_key'))
    assert.deepEqual(JSON.parse(original.toString('utf8')), { ...sent, api_key: '' }, 'the key is not out')
  else assert.ok(original.equals(bytes), 'the original is not what was sent')
  await readRequest({ request_id: id }, arena, world)
}

async function comesBackFromLog(sent: Json, _answer: Json, arena: Arena, world: World) {
  assertHolds((await readRequest(sent, arena, world)).metadata, sent.metadata, 'metadata')
}

async function scoreComesBack(sent: Json, _answer: Json, arena: Arena, world: World) {
  const { scores } = await readRequest(sent, arena, world)
  const name = sent.name || 'default'
  assert.deepEqual(
    scores.filter((score: Json) => score.name === name),
    [{ name, score: Math.abs(sent.score) }],
  )
}

async function readRequest(sent: Json, { wire }: Arena, { key }: World): Promise<Json> {
  const path = `/api/public/v2/requests/${Number(sent.request_id)}`
  const { status, body, text } = await wire.send({ method: 'GET', path, headers: { 'X-API-KEY': key } })
  assert.equal(status, 200, text)
  return body
}

/**
 * Asserts that the answer has everything that was sent. It may have defaults besides, and its lists of
 * variables are computed.
 */
function assertHolds(answer: Json, sent: Json, at: string) {
  // Storage does not keep the sign of zero.
  if (sent === 0 && answer === 0) return
  if (typeof sent !== 'object' || sent === null) return assert.equal(answer, sent, at)
  assert.ok(typeof answer === 'object' && answer !== null, `${at}: ${JSON.stringify(answer)}`)
  assert.equal(Array.isArray(answer), Array.isArray(sent), at)
  if (Array.isArray(sent)) assert.equal(answer.length, sent.length, at)
  for (const key of Object.keys(sent)) {
    if (key === 'input_variables') continue
    assert.ok(Object.hasOwn(answer, key), `${at}.${key} is lost`)
    assertHolds(answer[key], sent[key], `${at}.${key}`)
  }
}
