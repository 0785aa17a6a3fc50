import assert from 'node:assert/strict'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiOf } from '../kit/api.ts'
import { unprivilegedUser } from '../kit/unprivileged-user.ts'
import { addByTool } from './add-by-tool.ts'
import { type GalleyServer, killed, startServer, stopped } from './galley-process.ts'
import { freshHome } from './storage.ts'

const user = unprivilegedUser()
/** A user who is not root needs a user namespace to make the other namespaces. */
const unshare = ['unshare', ...(user ? [] : ['--user', '--map-root-user'])]

const starts = {
  'of an ordinary user': { ...user },
  'that is process 1': { through: [...unshare, '--pid', '--fork', '--mount-proc', '--kill-child', '--'] },
}
for (const [name, options] of Object.entries(starts))
  test(`a server ${name} runs code isolated by the operating system`, async (context) => {
    const { environment, folder } = await home(context)
    const server = await startServer({ ...environment, CODE_SANDBOX: 'strict' }, options)
    context.after(() => killed(server))
    const health = (await (await fetch(`${server.address}/health`)).json()) as { sandbox: string }
    assert.match(health.sandbox, /^(bubblewrap|namespaces)$/)
    const { post } = apiOf(server.address, readFileSync(join(folder, 'api-key'), 'utf8').trim())
    assert.equal(await addByTool(post, 'javascript', 'return args.n + 1'), 2)
    assert.doesNotMatch(server.output(), /Warning/)
  })

test('a server without isolation by the operating system warns with the reason and the remedy', async (context) => {
  const { environment } = await home(context)
  const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$0" "$@"'
  const through = ['unshare', '--user', '--map-root-user', '--', 'sh', '-c', forbid]
  const server = await startServer(environment, { through })
  context.after(() => killed(server))
  const warning = await warningOf(server)
  assert.match(warning, /sandbox level "permission"/)
  assert.match(warning, /namespaces: does not start here \(.+\)/)
  assert.match(warning, /Install bubblewrap/)
  assert.equal((await stopped(server)).code, 0)
})

/** Storage with a sandbox folder of its own, writable by the server's user. */
async function home(context: TestContext) {
  const { config, environment } = await freshHome(context)
  const folder = join(config.folder, 'own')
  chmodSync(config.folder, 0o777)
  return { folder, environment: { ...environment, GALLEY_DATA: folder } }
}

async function warningOf(server: GalleyServer): Promise<string> {
  for (;;) {
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('"msg":"Warning: '))
    if (line) return JSON.parse(line).msg
    await sleep(50)
  }
}
