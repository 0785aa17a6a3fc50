import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Figure, figuresTable } from '../report.ts'
import { whereAndHow, writeResults } from '../results-file.ts'
import { openWeb, type Web } from './open-web.ts'
import { measureScripts } from './scripts.ts'
import { measureSheet } from './sheet.ts'

const help = `npm run bench -- web [options]

  --write        put the report into bench/RESULTS.md
  --rows N       rows of the sheet (100000)
  --only TEXT    only the parts whose name contains it`

export interface Size {
  readonly rows: number
}

/** What is measured of the web app: each part fills the server with what it needs, and looks at it. */
const parts: Readonly<Record<string, (web: Web, size: Size) => Promise<Figure[]>>> = {
  scripts: measureScripts,
  sheet: measureSheet,
}

/** The web app in a real browser, against the real server in a process of its own. */
export async function benchWeb(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      write: { type: 'boolean', default: false },
      rows: { type: 'string', default: '100000' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const load = loadavg()[0]!
  const web = await openWeb()
  const figures: Figure[] = []
  try {
    for (const [name, measure] of Object.entries(parts))
      if (name.includes(values.only)) figures.push(...(await measure(web, { rows: Number(values.rows) })))
  } finally {
    await web.close()
  }
  const report = `${whereAndHow(['web', ...args], load)}
${web.browserVersion} without a GPU, 1440 x 900; SQLite.

${figuresTable(figures)}`
  console.log(report)
  if (values.write) writeResults('Web app', report)
}
