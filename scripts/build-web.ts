import { appendFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { readStamp, stampOf } from './stamp.ts'

/** Builds the web app into dist/web, unless the last build was made from the same sources. */
const root = new URL('../', import.meta.url).pathname
const stampFile = `${root}dist/web/stamp`
const sources = [
  'src/{web,contract,engine}/**/*.{ts,tsx,css,html,js,svg}',
  'vite.config.ts',
  'scripts/{build-web,endpoint-table,icon-modules,module-values,seldom-used,stamp}.ts',
  'package-lock.json',
]

const stamp = stampOf(root, sources)
if (readStamp(stampFile) !== stamp) {
  await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn' })
  appendFileSync(
    `${root}dist/web/licenses.md`,
    `\n## Lucide (ISC and MIT)\n\n${readFileSync(`${root}src/web/icons/LICENSE`, 'utf8')}`,
  )
  compress()
  writeFileSync(stampFile, stamp)
}

/** Writes a compressed copy beside each file: three quarters less to send, and no work for the server. */
function compress(): void {
  for (const file of globSync('dist/web/**/*.{js,css,svg}', { cwd: root })) {
    const bytes = readFileSync(`${root}${file}`)
    writeFileSync(`${root}${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${root}${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
