import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Builds the web app into dist/web, unless the last build was made from the same sources. */
const root = new URL('../', import.meta.url).pathname
const stampFile = `${root}dist/web/stamp`
const sources = [
  'src/{web,contract,engine}/**/*.{ts,tsx,css,html,js,svg}',
  'vite.config.ts',
  'scripts/{build-web,endpoint-table}.ts',
  'package-lock.json',
]

const stamp = stampOf(globSync(sources, { cwd: root }).sort())
if (readStamp() !== stamp) {
  await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn' })
  compress()
  writeFileSync(stampFile, stamp)
}

function stampOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(`${root}${file}`))
  return hash.digest('hex')
}

/** Beside each file what browsers take in its place: three quarters less to send, and nothing to do for the server. */
function compress(): void {
  for (const file of globSync('dist/web/**/*.{js,css,svg}', { cwd: root })) {
    const bytes = readFileSync(`${root}${file}`)
    writeFileSync(`${root}${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${root}${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function readStamp(): string | null {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return null
  }
}
