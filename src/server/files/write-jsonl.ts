import type { Pages } from './pages.ts'

/** One object per line, with every title. */
export async function* writeJsonl(titles: readonly string[], pages: Pages): AsyncGenerator<Buffer> {
  const keys = titles.map((title, index) => `${index > 0 ? ',' : ''}${JSON.stringify(title)}:`)
  for await (const page of pages) {
    let text = ''
    for (const row of page) {
      text += '{'
      for (const [index, value] of row.entries()) text += keys[index]! + JSON.stringify(value)
      text += '}\n'
    }
    yield Buffer.from(text)
  }
}
