import type { Json } from '../../engine/json/json.ts'
import { Pace } from '../pacing/pace.ts'
import { pageText } from './page-text.ts'
import type { Pages } from './pages.ts'

/** One object per line, with every title. */
export async function* writeJsonl(titles: readonly string[], pages: Pages): AsyncGenerator<Buffer> {
  const keys = titles.map((title, index) => `${index > 0 ? ',' : ''}${JSON.stringify(title)}:`)
  const line = (row: readonly Json[]) => {
    let text = '{'
    for (const [index, value] of row.entries()) text += keys[index]! + JSON.stringify(value)
    return `${text}}\n`
  }
  const pace = new Pace()
  for await (const page of pages) yield await pageText(page, line, pace)
}
