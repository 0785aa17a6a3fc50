import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds the builds for other platforms to package-lock.json. The registry lacked them when npm wrote the file,
 * and `npm ci` refuses a lock without them on every platform. Run it after `npm install`. The entries have
 * the fields that npm writes, except the hash, which is unknown here.
 */
interface Entry {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const systems = /(android|darwin|freebsd|netbsd|openbsd|win32|openharmony|linux)/
const processors = /-(arm64|x64|ia32|arm|ppc64|riscv64|s390x|wasm32)(-|$)/

function entryFor(name: string, version: string, parent: Entry): Entry {
  const os = systems.exec(name)?.[1]
  const cpu = processors.exec(name)?.[1]
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(name.endsWith('musl') && { libc: ['musl'] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

for (const [path, parent] of Object.entries(lock.packages))
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue
    lock.packages[`node_modules/${name}`] = entryFor(name, range.replace(/^[^0-9]*/, ''), parent)
    console.log(`added ${name} ${range}`)
  }

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
