import { readFileSync, writeFileSync } from 'node:fs'
import { decisionIndex } from './decision-index.ts'
import { folderMap } from './folder-map.ts'

/**
 * Writes the pages that are generated from the sources. With --check, fails if one of them is out of date.
 */
const root = new URL('../../', import.meta.url)
const pages: Readonly<Record<string, () => string>> = {
  'docs/map.md': () => folderMap(root),
  'docs/decisions/README.md': () => decisionIndex(new URL('docs/decisions/', root)),
}

for (const [path, make] of Object.entries(pages)) {
  const file = new URL(path, root)
  try {
    const content = make()
    if (!process.argv.includes('--check')) writeFileSync(file, content)
    else if (stored(file) !== content)
      fail(`${path} is out of date. Run \`npm run map\` and commit the result.`)
  } catch (error) {
    fail((error as Error).message)
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

function stored(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
