import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import { maxColumns } from '../../sheets/index.ts'
import { ImportFailure } from './import-failure.ts'
import { inBatches } from './in-batches.ts'
import { readCsv } from './read-csv.ts'
import { readSlices } from './read-slices.ts'
import type { ImportSource } from './source.ts'

type Pieces = () => AsyncIterable<Buffer>

export interface CsvPlan {
  readonly titles: readonly string[]
}

export function csvSource(pieces: Pieces): ImportSource<CsvPlan> {
  return {
    async survey(plan) {
      let records = 0
      for await (const chunk of readCsv(readSlices(pieces()))) records += chunk.length
      return { rows: records - 1, titles: plan.titles, plan }
    },
    batches: ({ titles }, skip) => inBatches(titles, readCsv(readSlices(pieces())), skip + 1),
  }
}

/** Reads the titles of the file's columns. @throws ImportFailure */
export async function readHeader(pieces: Pieces): Promise<string[]> {
  for await (const chunk of readCsv(readSlices(pieces()))) if (chunk[0]) return titlesOf(chunk[0])
  throw new ImportFailure('The file is empty; its first line should name the columns.')
}

/** Returns the titles of columns. A column without a title is named by its position; a repeated title gets a number. */
export function titlesOf(header: readonly (string | null)[]): string[] {
  if (header.length > maxColumns)
    throw new ImportFailure(`The file has ${header.length} columns; a sheet has at most ${maxColumns}.`)
  const titles: string[] = []
  for (const [index, text] of header.entries()) {
    const title = text || `Column ${index + 1}`
    checkTitle(title, `Column ${index + 1}`)
    titles.push(unusedTitle(title, titles))
  }
  return titles
}

export function checkTitle(title: string, where: string) {
  if (title.length > 255) throw new ImportFailure(`${where}: its title has more than 255 characters.`)
  if (title === '' || title.includes('\u0000') || !title.isWellFormed())
    throw new ImportFailure(`${where}: its title must be well-formed text without NUL.`)
}
