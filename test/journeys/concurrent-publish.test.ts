import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { appOfSuite } from '../kit/app.ts'
import { pathOf, publish, readRaw, textsOf, userChat } from './support/templates.ts'

describe('publishing at once', () => {
  const app = appOfSuite()

  const publication = fc.record({ which: fc.nat(1), labels: fc.subarray(['prod', 'dev', 'test']) })
  let round = 0

  it('numbers versions without gaps or duplicates, and each label points at its last publication', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(publication, { minLength: 16, maxLength: 16 }), async (publications) => {
        const prefix = `round ${++round}`
        const published = await Promise.all(
          publications.map(async ({ which, labels }, index) => {
            const name = `${prefix} ${which}`
            return {
              name,
              labels,
              index,
              answer: await publish(app.api, name, userChat(`words ${index}`), { labels }),
            }
          }),
        )
        for (const [name, group] of Map.groupBy(published, (one) => one.name)) {
          const inOrder = group.toSorted((a, b) => a.answer.version_number - b.answer.version_number)
          const numbers = inOrder.map(({ answer }) => answer.version_number)
          assert.deepEqual(
            numbers,
            inOrder.map((_, index) => index + 1),
          )
          assert.equal(new Set(inOrder.map(({ answer }) => answer.prompt_version_id)).size, inOrder.length)
          assert.equal(new Set(inOrder.map(({ answer }) => answer.id)).size, 1)
          const last = new Map(
            inOrder.flatMap(({ labels, answer }) => labels.map((label) => [label, answer.version_number])),
          )
          const { body } = await app.api.get(`${pathOf(name)}/labels`)
          const labelPairs = body.release_labels.map(
            (label: { release_label: string; prompt_version_number: number }) => [
              label.release_label,
              label.prompt_version_number,
            ],
          )
          assert.deepEqual(new Map(labelPairs), last)
          for (const { answer, index } of inOrder) {
            const version = await readRaw(app.api, name, `?version=${answer.version_number}`)
            assert.deepEqual(textsOf(version.prompt_template), [`words ${index}`])
          }
        }
      }),
      { numRuns: 12 },
    )
  })

  it('never gives two templates the same id, or the same name within a workspace', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => app.newWorkspace()))
    const apis = [app.api, ...others.map(({ api }) => api)]
    const created = await Promise.all(
      apis.flatMap((api) =>
        Array.from({ length: 6 }, (_, index) => publish(api, `name ${index % 3}`, userChat('Hi'))),
      ),
    )
    assert.equal(new Set(created.map(({ id }) => id)).size, apis.length * 3)
    for (const group of Map.groupBy(created, ({ id }) => id).values())
      assert.deepEqual(group.map(({ version_number }) => version_number).sort(), [1, 2])
  })
})
