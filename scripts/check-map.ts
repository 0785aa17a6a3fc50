import { readdirSync, readFileSync } from 'node:fs'

/** Fails when docs/map.md misses a folder of the sources, or names one that is gone. */
const root = new URL('../', import.meta.url)
const map = readFileSync(new URL('docs/map.md', root), 'utf8')

/** Folders inside these are the room's own business. */
const closedRooms = ['src/engine/template/', 'src/server/db/', 'src/server/', 'src/contract/', 'src/web/']

function foldersIn(path: string): string[] {
  return readdirSync(new URL(path, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path}${entry.name}/`)
}

const folders = closedRooms.flatMap(foldersIn)
const named = [...map.matchAll(/^\| `([^`]+\/)` \|/gm)].map((match) => match[1]!)
const missing = folders.filter((folder) => !named.includes(folder))
const gone = named.filter((folder) => {
  const parent = folder.replace(/[^/]+\/$/, '')
  return !foldersIn(parent).includes(folder)
})

for (const folder of missing) console.error(`docs/map.md does not say what ${folder} is`)
for (const folder of gone) console.error(`docs/map.md names ${folder}, which does not exist`)
if (missing.length + gone.length > 0) process.exit(1)
