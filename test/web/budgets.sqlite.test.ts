import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { endpoints } from '../../src/contract/index.ts'
import type { TestApp } from '../kit/app.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

const kilobyte = 1024
const routes = [
  { path: '/', kilobytes: 225 },
  { path: '/prompts', kilobytes: 240 },
  { path: '/tables', kilobytes: 232 },
  { path: '/tables/TABLE', kilobytes: 260 },
  { path: '/settings/keys', kilobytes: 225 },
  { path: '/requests', kilobytes: 248 },
  { path: '/analytics', kilobytes: 256 },
  { path: '/traces/none', kilobytes: 250 },
  // The text editor of these pages has 73 KB.
  { path: '/prompts/1', kilobytes: 320 },
  { path: '/playground', kilobytes: 320 },
]

describe('the scripts of a first load, compressed', () => {
  let app: TestApp
  let table: string
  const { openPage } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    await app.api.post('/rest/prompt-templates', endpoints.publishTemplate.example.body)
    const created = await app.api.post('/api/public/v2/tables', { title: 'Empty' })
    table = created.body.table.id
  })

  for (const { path, kilobytes } of routes)
    it(`are at most ${kilobytes} KB at ${path}`, async () => {
      const { page } = await openPage()
      const sizes: Promise<number>[] = []
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.endsWith('.js'))
          sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
      })
      await page.goto(path.replace('TABLE', table), { waitUntil: 'networkidle' })
      // Later requests are not part of the first load, and their bodies may be cut off.
      page.removeAllListeners('response')
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      assert.ok(
        total > 100 * kilobyte && total <= kilobytes * kilobyte,
        `${(total / kilobyte).toFixed(2)} KB`,
      )
    })
})
