import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLine } from '../../src/server/command-line.ts'
import { version } from '../../src/server/version.ts'
import { runGalley } from './galley-process.ts'
import { migratedHome } from './storage.ts'

const hint = '"galley --help" lists commands and options.'

test('a wrong command line exits with 2 and prints the problem in one line', async () => {
  for (const [args, problem] of [
    [['dance'], '"dance" is not a command.'],
    [['upgrade', '--nonsense'], "Unknown option '--nonsense'."],
  ] as const) {
    const { code, stderr, stdout } = await runGalley(args, {})
    assert.deepEqual([code, stderr, stdout], [2, `galley: ${problem} ${hint}\n`, ''])
  }
})

const keys = 'key create, key list, key revoke'

for (const [line, problem] of [
  ['--nonsense', "Unknown option '--nonsense'."],
  ['constructor', '"constructor" is not a command.'],
  ['key', `key needs another word: ${keys}.`],
  ['key dance', `"key dance" is not a command: ${keys}.`],
  ['key revoke', 'key revoke needs ID.'],
  ['key revoke 3 4', 'key revoke does not take "4".'],
  ['key revoke 3 --workspace 1', 'key revoke has no option --workspace.'],
  ['key create --name', "Option '--name <value>' argument missing."],
  ['key create --rate fast', '--rate must be a whole number, not "fast".'],
  ['key list --workspace mine', '--workspace must be a whole number, not "mine".'],
  ['upgrade --check=yes', "Option '--check' does not take an argument."],
  ['upgrade --yes', 'upgrade has no option --yes.'],
  ['serve quickly', 'serve does not take "quickly".'],
  ['workspace create', 'workspace create needs NAME.'],
  ['prices import', 'prices import needs FILE|URL.'],
  ['prices import a.json --workspace 1 --api-key k', '--workspace and --api-key exclude each other.'],
] as const)
  test(`galley ${line}: ${problem}`, () => {
    assert.deepEqual(readLine(line.split(' ')), { problem })
  })

test('without arguments the server starts', () => {
  const reading = readLine([])
  assert.equal('line' in reading && reading.line.command, 'serve')
})

test('--help and --version answer on standard output, also behind a command', async () => {
  const [help, short, versionAnswer] = await Promise.all(
    [['--help'], ['upgrade', '-h'], ['--version']].map((args) => runGalley(args, {})),
  )
  assert.deepEqual([help!.code, short!.code, versionAnswer!.code], [0, 0, 0])
  assert.match(help!.stdout, /^galley <command>\n\n {2}serve /)
  assert.equal(short!.stdout, help!.stdout)
  assert.equal(versionAnswer!.stdout, `${version}\n`)
})

test('a rate above the limit is refused', async (context) => {
  const { environment } = await migratedHome(context)
  const { code, stderr } = await runGalley(['key', 'create', '--rate', '600001'], environment)
  assert.deepEqual([code, stderr], [1, 'galley: --rate must be at most 600000\n'])
})
