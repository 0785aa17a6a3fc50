import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createGuardedFetch } from '../../src/server/edge/index.ts'

const limits = { timeoutMs: 2_000, maxResponseBytes: 1_000 }

test('TLS: the name is checked against the certificate, the address against the guard', async (t) => {
  const certificate = makeCertificate('public.example')
  if (!certificate) return t.skip('there is no openssl to make a certificate with')
  const server = createServer(certificate, (_request, response) => response.end('private talk'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const names = ['public.example', 'other.example']
  const guarded = createGuardedFetch({ allow: names, resolve: async () => ['127.0.0.1'] })
  const call = async (host: string) => (await guarded.fetch(`https://${host}:${port}/`, limits)).text()

  await assert.rejects(call('public.example'), { code: 'network', message: /DEPTH_ZERO_SELF_SIGNED_CERT/ })
  const usual = getCACertificates('default')
  setDefaultCACertificates([certificate.cert])
  assert.equal(await call('public.example'), 'private talk')
  await assert.rejects(call('other.example'), { code: 'network', message: /ERR_TLS_CERT_ALTNAME_INVALID/ })
  await assert.rejects(call('127.0.0.1'), { code: 'blocked_address' })
  setDefaultCACertificates(usual)

  await guarded.close()
  server.close()
  await once(server, 'close')
})

function makeCertificate(host: string): { key: string; cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'galley-tls-'))
  const tool = 'openssl'
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  try {
    execFileSync(tool, ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}
