import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestApp } from '../kit/app.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

const asPerson = { accept: 'text/html' }

describe("the pages' policy", () => {
  let app: TestApp
  const { openPage } = startAppAndBrowser((started) => ({ app } = started))

  it('names this server alone, with a new nonce for styles on each page', async () => {
    const policies = await Promise.all(
      ['/', '/sign-in', '/prompts/1', '/nowhere'].map(async (path) => {
        const answer = await fetch(app.baseUrl + path, { headers: asPerson })
        return answer.headers.get('content-security-policy') ?? ''
      }),
    )
    for (const policy of policies) {
      const parts = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]))
      assert.equal(parts.get('default-src'), "default-src 'self'")
      // The policy blocks inline scripts, eval and other hosts.
      assert.equal(parts.get('script-src'), undefined)
      for (const none of ['object-src', 'base-uri', 'frame-ancestors'])
        assert.equal(parts.get(none), `${none} 'none'`)
      assert.match(parts.get('style-src') ?? '', /^style-src 'self' 'nonce-[\w+/=]{20,}'$/)
    }
    assert.equal(new Set(policies).size, policies.length)
  })

  it('prevents inline scripts, and calls to other hosts', async () => {
    const { page } = await openPage()
    await page.goto('/prompts')
    await page.getByRole('heading', { name: 'Prompts', exact: true }).waitFor()
    const refused = await page.evaluate<string[]>(`new Promise((resolve) => {
      const refused = []
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        refused.push(effectiveDirective + ' ' + blockedURI)
        if (refused.length === 4) resolve(refused.sort())
      })
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.body.append(script)
      const holder = document.createElement('div')
      holder.innerHTML = '<img src="x" onerror="globalThis.ran = true">'
      document.body.append(holder)
      const image = new Image()
      image.src = 'http://127.0.0.2:9/picture.png'
      fetch('http://127.0.0.2:9/').catch(() => {})
    })`)
    assert.deepEqual(refused, [
      'connect-src http://127.0.0.2:9/',
      'img-src http://127.0.0.2:9/picture.png',
      'script-src-attr inline',
      'script-src-elem inline',
    ])
    assert.equal(await page.evaluate('globalThis.ran'), undefined)
  })
})
