import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

const kinds = ['Added', 'Changed', 'Fixed', 'Performance']

/** Merges of two branches repeat headings and lines without a conflict. */
it('each version of the change log has each heading and line once, in order', () => {
  const versions = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1)
  assert.ok(versions.length > 3)
  for (const version of versions) {
    const lines = version.split('\n').filter((line) => line !== '')
    const headings = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4))
    assert.deepEqual(
      headings,
      kinds.filter((kind) => headings.includes(kind)),
      lines[0]!,
    )
    const repeated = lines.filter((line, index) => lines.indexOf(line) !== index)
    assert.deepEqual(repeated, [], lines[0]!)
  }
})
