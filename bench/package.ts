import { execFileSync, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { table } from './report.ts'

const help = `npm run bench -- package [options]

  --times N        starts with an empty cache (3)

Run npm run package before it.`

const root = join(import.meta.dirname, '..')
const timeout = 120_000

/**
 * Measures seconds from `npx galley` to the first answer, with an empty npm cache and again with a full one.
 */
export async function benchPackage(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { times: { type: 'string', default: '3' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(help)
  const registry = await startRegistry()
  const rows = []
  for (let time = 0; time < Number(values.times); time++) {
    const home = mkdtempSync(join(tmpdir(), 'galley-npx-'))
    try {
      const load = loadavg()[0]!.toFixed(1)
      const [empty, full] = [await secondsToReady(registry, home), await secondsToReady(registry, home)]
      rows.push([empty.toFixed(1), full.toFixed(1), load])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
  registry.close()
  console.log(table(['empty cache, s', 'full cache, s', 'load before'], rows))
}

/**
 * Starts a registry with our package. It redirects requests for other packages to the configured registry.
 */
async function startRegistry(): Promise<Server> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const tarball = readFileSync(join(root, `build/galley-${version}.tgz`))
  const manifest = manifestIn(gunzipSync(tarball))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://registry')
    if (pathname === '/galley.tgz') return response.end(tarball)
    if (pathname !== '/galley')
      return response.writeHead(302, { location: upstream + pathname.slice(1) }).end()
    const { host } = request.headers
    const dist = {
      tarball: `http://${host}/galley.tgz`,
      integrity: `sha512-${hash('sha512', tarball, 'base64')}`,
    }
    const packument = {
      name: 'galley',
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(packument))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/**
 * The package.json of a tar archive. Headers have 512 bytes, with the name at 0 and the octal size at 124.
 */
function manifestIn(archive: Buffer): object {
  for (let offset = 0; offset < archive.length; ) {
    const name = archive.toString('utf8', offset, offset + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('utf8', offset + 124, offset + 136), 8) || 0
    if (name === 'package/package.json')
      return JSON.parse(archive.toString('utf8', offset + 512, offset + 512 + size)) as object
    offset += 512 + Math.ceil(size / 512) * 512
  }
  throw new Error('The tarball has no package.json.')
}

async function secondsToReady(registry: Server, home: string): Promise<number> {
  const { port } = registry.address() as AddressInfo
  const environment = {
    // The environment contains the machine's settings for certificates and proxies.
    ...process.env,
    HOME: home,
    GALLEY_DATA: join(home, 'data'),
    GALLEY_PORT: '0',
    npm_config_cache: join(home, 'npm'),
    npm_config_registry: `http://127.0.0.1:${port}/`,
  }
  const begin = performance.now()
  // The child has a process group of its own, because ending npx does not end its program.
  const child = spawn('npx', ['--yes', 'galley', 'serve'], {
    cwd: home,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  try {
    for (;;) {
      const [, address] = /listens on (http:[^ ]+)/.exec(printed) ?? []
      if (address && (await fetch(`${address}/readyz`)).ok) return (performance.now() - begin) / 1000
      if (child.exitCode !== null || performance.now() - begin > timeout)
        throw new Error(`${child.exitCode} ${child.signalCode} ${printed}`)
      await sleep(20)
    }
  } finally {
    if (child.exitCode === null) {
      process.kill(-child.pid!)
      await once(child, 'exit')
    }
  }
}
