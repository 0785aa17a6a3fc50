import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { chat, completion, pathOf, publish, readRaw, user } from './support/templates.ts'

const words = fc
  .string({ unit: 'binary', maxLength: 30 })
  .filter((text) => !/[{}@\0]/.test(text) && text.isWellFormed())

describe('a patch by index', () => {
  const app = appOfSuite()

  const patched = async (name: string, body: object) => {
    return bodyOf(await app.api.patch(`/rest${pathOf(name)}`, body), 201).prompt_template
  }
  let number = 0
  const example = fc
    .tuple(fc.array(words, { minLength: 1, maxLength: 6 }), fc.dictionary(fc.nat(5).map(String), words))
    .map(([base, changes]) => ({
      base,
      changes: Object.fromEntries(Object.entries(changes).filter(([index]) => Number(index) < base.length)),
    }))

  for (const [field, make, part] of [
    ['messages', (all: string[]) => chat(...all.map(user)), user],
    [
      'content',
      (all: string[]) => ({ ...completion(''), content: all.map((text) => ({ type: 'text', text })) }),
      (text: string) => ({ type: 'text', text }),
    ],
  ] as const)
    it(`of ${field} gives the same as the whole array`, async () => {
      await fc.assert(
        fc.asyncProperty(example, async ({ base, changes }) => {
          const name = `${field} ${++number}`
          await publish(app.api, name, make(base))
          const entries = Object.entries(changes).map(([index, text]) => [index, part(text)])
          const byIndex = await patched(name, { version: 1, [field]: Object.fromEntries(entries) })
          const whole = base.map((text, index) => part(changes[index] ?? text))
          const byArray = await patched(name, { version: 1, [field]: whole })
          assert.deepEqual(byIndex, byArray)
          assert.deepEqual((await readRaw(app.api, name, '?version=2')).prompt_template, byIndex)
        }),
        { numRuns: 40 },
      )
    })
})
