import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { parseKeyring } from './keyring.ts'
import { loadKeyring } from './load-keyring.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-keys-'))
let folder: string
let count = 0
beforeEach(() => {
  folder = join(root, String(count++))
  mkdirSync(folder)
})
after(() => rmSync(root, { recursive: true }))

const bytes = randomBytes(32)
const none = { secretKey: null, secretKeyFile: null }

test('a key can be written in base64, base64url or hex', () => {
  const spellings = [
    bytes.toString('base64'),
    bytes.toString('base64').replace('=', ''),
    bytes.toString('base64url'),
    `${bytes.toString('base64url')}=`,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ` ${bytes.toString('hex')}\n`,
  ]
  const ids = spellings.map((text) => parseKeyring(text, 'x')[0].id)
  assert.equal(new Set(ids).size, 1)
  assert.match(ids[0]!, /^[0-9a-f]{8}$/)
})

const bad: [name: string, text: string][] = [
  ['nothing', ''],
  ['a word', 'hunter2-hunter2-hunter2'],
  ['too short', randomBytes(31).toString('base64')],
  ['too long', randomBytes(33).toString('base64')],
  ['AES-128', randomBytes(16).toString('hex')],
  ['48 bytes', randomBytes(48).toString('base64')],
  ['mixed alphabets', `-+${'A1b2'.repeat(10)}a`],
  ['zeros', '00'.repeat(32)],
  ['a placeholder', 'changeme'.repeat(8)],
  ['repetition', 'ab'.repeat(32)],
  ['an empty second one', `${bytes.toString('hex')},`],
  ['the same twice', `${bytes.toString('hex')},${bytes.toString('base64')}`],
]
for (const [name, text] of bad)
  test(`${name} is refused as a key, and the message does not repeat it`, () => {
    assert.throws(
      () => parseKeyring(text, 'GALLEY_SECRET_KEY'),
      (error: Error) => {
        assert.equal(error.name, 'SecretKeyError')
        assert.match(error.message, /^Key \d of GALLEY_SECRET_KEY /)
        const parts = text.split(',').filter((part) => part.length > 1)
        return parts.every((part) => !error.message.includes(part))
      },
    )
  })

test('the first of several keys seals', () => {
  const [one, two] = [randomBytes(32).toString('hex'), randomBytes(32).toString('base64')]
  const ring = parseKeyring(`${one}, ${two}`, 'x')
  assert.deepEqual(
    ring.map(({ id }) => id),
    [parseKeyring(one, 'x')[0].id, parseKeyring(two, 'x')[0].id],
  )
})

test('without a setting a key is created once, readable by this user only', () => {
  const first = loadKeyring({ ...none, folder })
  const file = join(folder, 'secret-key')
  assert.deepEqual([first.isNew, first.source], [true, file])
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['secret-key'])
  const again = loadKeyring({ ...none, folder })
  assert.equal(again.isNew, false)
  assert.equal(again.keyring[0].id, first.keyring[0].id)
})

test('a key file that is empty, malformed or a folder stops the start and stays as it is', () => {
  const file = join(folder, 'secret-key')
  for (const text of ['', 'not a key', `${bytes.toString('hex')}\n${bytes.toString('hex')}`]) {
    writeFileSync(file, text)
    assert.throws(() => loadKeyring({ ...none, folder }), { name: 'SecretKeyError' })
    assert.equal(readFileSync(file, 'utf8'), text)
  }
  rmSync(file)
  mkdirSync(file)
  assert.throws(() => loadKeyring({ ...none, folder }), { name: 'SecretKeyError', message: /EISDIR/ })
})

test('a key file that this user may not read stops the start', () => {
  const file = join(folder, 'secret-key')
  writeFileSync(file, bytes.toString('hex'))
  chmodSync(file, 0)
  for (const path of [root, folder]) chmodSync(path, 0o755)
  asUnprivileged(() =>
    assert.throws(() => loadKeyring({ ...none, folder }), { name: 'SecretKeyError', message: /EACCES/ }),
  )
})

/** Root can read every file, so the test drops its rights. */
function asUnprivileged(work: () => void) {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('a missing folder is reported and not created', () => {
  const missing = join(folder, 'missing')
  assert.throws(() => loadKeyring({ ...none, folder: missing }), {
    name: 'SecretKeyError',
    message: /ENOENT/,
  })
})

test('a setting takes precedence over the data folder, which is not changed', () => {
  const secretKey = bytes.toString('base64')
  const set = loadKeyring({ secretKey, secretKeyFile: null, folder })
  const secretKeyFile = join(root, 'given')
  writeFileSync(secretKeyFile, `${secretKey}\n`)
  const given = loadKeyring({ secretKey: null, secretKeyFile, folder })
  assert.equal(set.keyring[0].id, given.keyring[0].id)
  assert.deepEqual([set.source, given.source], ['GALLEY_SECRET_KEY', secretKeyFile])
  assert.deepEqual(readdirSync(folder), [])
  assert.throws(() => loadKeyring({ secretKey, secretKeyFile, folder }), { message: /not both/ })
  const lost = { secretKey: null, secretKeyFile: join(root, 'lost'), folder }
  assert.throws(() => loadKeyring(lost), { name: 'SecretKeyError', message: /ENOENT/ })
})
