import { gzipSync } from 'node:zlib'
import { endpoints } from '../../src/contract/index.ts'
import { type Figure, under } from '../report.ts'
import type { Web } from './open-web.ts'

/** Budget of a first load in kilobytes of script; a page that opens with the text editor may have 60 more. */
const withoutEditor = 260
const withEditor = 320

/** Measures the compressed scripts of a first load of each route. */
export async function measureScripts(web: Web): Promise<Figure[]> {
  await web.call('POST', '/rest/prompt-templates', endpoints.publishTemplate.example.body)
  const { table } = await web.call('POST', '/api/public/v2/tables', { title: 'Empty' })
  const routes: readonly [string, number][] = [
    ['/prompts', withoutEditor],
    ['/prompts/1', withEditor],
    ['/requests', withoutEditor],
    ['/tables', withoutEditor],
    [`/tables/${table.id}`, withoutEditor],
    ['/playground', withEditor],
    ['/settings/keys', withoutEditor],
  ]
  const figures: Figure[] = []
  for (const [path, bar] of routes) {
    const value = (await bytesOf(web, path)) / 1024
    const name = `scripts of ${path.replace(table.id, '…')}, gzip -9`
    figures.push({ name, value, unit: 'KB', bars: [under(bar, value)] })
  }
  return figures
}

async function bytesOf(web: Web, path: string): Promise<number> {
  const context = await web.visit()
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  // Later requests are not part of the first load, and their bodies may be cut off.
  page.removeAllListeners('response')
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return total
}
