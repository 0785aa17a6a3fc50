import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { ExactNumber } from '../../engine/json/exact-number.ts'
import { withoutNumbersForObjects } from './numbers-for-objects.ts'

const schema = z.object({
  version: z.object({ metadata: z.looseObject({ model: z.string().nullish() }).nullish(), any: z.unknown() }),
})
const long = new ExactNumber('9007199254740993')

test('an exact number is refused where an object belongs, and kept elsewhere', () => {
  const body = { version: { metadata: long, any: long } }
  assert.ok(schema.safeParse(body).success)
  const read = withoutNumbersForObjects(schema, body) as typeof body
  assert.equal(read.version.any, long)
  assert.equal(schema.safeParse(read).error?.issues[0]?.code, 'invalid_type')
})

test('an exact number is refused for an object in a list, and in the variant that `type` selects', () => {
  const Block = z.discriminatedUnion('type', [
    z.object({ type: z.literal('media'), media: z.looseObject({ url: z.string().nullish() }) }),
    z.object({ type: z.literal('number'), media: z.unknown() }),
  ])
  const blocks = z.preprocess((value) => value, z.array(Block.nullish()).default([]))
  const bodySchema = z.object({ blocks })
  const body = { blocks: [{ type: 'number', media: long }, long, { type: 'media', media: long }, null] }
  const read = withoutNumbersForObjects(bodySchema, body)
  const paths = bodySchema.safeParse(read).error?.issues.map(({ path }) => path.join('.'))
  assert.deepEqual(paths, ['blocks.1', 'blocks.2.media'])
  assert.deepEqual(read, {
    blocks: [{ type: 'number', media: long }, long.nearest, { type: 'media', media: long.nearest }, null],
  })
})

test('bodies of another shape are unchanged', () => {
  for (const body of [null, 5, 'text', [], { version: null }, { version: [long] }])
    assert.deepEqual(withoutNumbersForObjects(schema, body), body)
})
