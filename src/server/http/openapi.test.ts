import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { type Endpoint, endpoints } from '../../contract/index.ts'
import { openApiOf } from './openapi.ts'

const all = Object.values(endpoints) as Endpoint[]

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: { 'application/json': { schema: object; example: unknown } } }
  responses: Record<string, { description: string }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const document = JSON.parse(JSON.stringify(openApiOf(all, '0.0.0'))) as Document
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

function* objectsIn(node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield node as Record<string, unknown>
  for (const value of Object.values(node)) yield* objectsIn(value)
}

/** Rewrites component references for a stand-alone JSON schema. */
const standAlone = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'))

/** Rewritten once, because they are a megabyte of JSON. */
const $defs = standAlone(document.components.schemas)
const validatorOf = (schema: object): z.ZodType => z.fromJSONSchema({ ...standAlone(schema), $defs })

test('the document contains every endpoint once', () => {
  assert.equal(document.openapi, '3.1.0')
  const addresses = operations.map(({ path, method }) => `${method} ${path}`)
  assert.deepEqual(
    addresses.sort(),
    all.map(({ path, method }) => `${method} ${path.replace('+}', '}')}`).sort(),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, all.length)
})

test('every reference leads somewhere, and every component is referred to', () => {
  const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
  const names = new Set(references.map((reference) => reference.replace('#/components/schemas/', '')))
  assert.deepEqual([...names].sort(), Object.keys(document.components.schemas).sort())
})

test('the document has no internal vocabulary of the contract', () => {
  const marked = [...objectsIn(document)].filter(
    (node) => 'wire' in node || 'entity' in node || '$defs' in node,
  )
  assert.deepEqual(marked, [])
})

test('the values of an enum differ by more than case, as the members of enums in generated clients do', () => {
  for (const { enum: values } of objectsIn(document)) {
    if (!Array.isArray(values)) continue
    const names = values.map((value) => String(value).toUpperCase())
    assert.deepEqual(names, [...new Set(names)])
  }
})

test('the parameters of a path are declared, each required', () => {
  for (const { path, operation } of operations) {
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    assert.deepEqual(declared.map(({ name }) => name).sort(), inPath.sort(), path)
    assert.ok(declared.every(({ required }) => required))
  }
})

test('every operation describes each status', () => {
  for (const { operation } of operations)
    for (const response of Object.values(operation.responses)) assert.ok(response.description)
})

for (const endpoint of all)
  test(`the example of ${endpoint.id} fits the schemas that are shown`, () => {
    const { operation } = operations.find(({ operation: one }) => one.operationId === endpoint.id)!
    for (const { in: place, name, schema } of operation.parameters ?? []) {
      const values = (place === 'path' ? endpoint.example.params : endpoint.example.query) ?? {}
      const value = (values as Record<string, unknown>)[name]
      if (value !== undefined) validatorOf(schema).parse(value)
    }
    const content = operation.requestBody?.content['application/json']
    assert.equal(content !== undefined, endpoint.body !== undefined)
    if (content) validatorOf(content.schema).parse(content.example)
  })
