import type { Figure, Setting } from './measures.ts'
import { importedSheet } from './sheet.ts'

/**
 * Columns with code in both languages, and with regular expressions that RE2 lacks, which run in the sandbox
 * too.
 */
const columns = [
  ['JavaScript', 'CODE_EXECUTION', { code: 'return data["text"].length * 2', language: 'JAVASCRIPT' }],
  ['Python', 'CODE_EXECUTION', { code: 'return len(data["text"]) * 2', language: 'PYTHON' }],
  ['regex (\\d)\\1', 'REGEX', { source: 'text', regex_pattern: '(\\d)\\1' }],
  ['regex ^(?!bad).*$', 'REGEX', { source: 'text', regex_pattern: '^(?!bad).*$' }],
] as const

/**
 * Measures each kind of column over every row, from the call that makes the column until its last cell is
 * stored. No cell may fail.
 */
export async function code({ galley, rows }: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, type, config] of columns) {
    const sheet = await importedSheet(galley, rows, ['text'])
    const startedAt = performance.now()
    await sheet.column(name, type, config, 200)
    const seconds = (performance.now() - startedAt) / 1000
    const { status_counts: counts } = await sheet.get('/status-counts')
    const failed: number = counts.FAILED ?? 0
    figures.push({
      name: `${rows.toLocaleString('en')} cells of ${name}`,
      text: `${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en')} cells/s; ${failed} failed`,
      bars: [{ text: '0 failed', passed: failed === 0 && counts.COMPLETED === rows }],
    })
  }
  return figures
}
