import { createHash } from 'node:crypto'

/** The Content-Security-Policy of the site: its own scripts by address or hash, nothing from other hosts. */
export function policyOf(pages: readonly string[]): string {
  const hashes = new Set<string>()
  for (const html of pages)
    for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
      if (!/\bsrc=/.test(attributes) && script !== '')
        hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'self'",
    // The search of the site is WebAssembly.
    ["script-src 'self' 'wasm-unsafe-eval'", ...[...hashes].sort()].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
