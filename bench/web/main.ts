import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openBrowser } from '../../test/web/browser.ts'
import { type Figure, figuresTable } from '../report.ts'
import { whereAndHow, writeResults } from '../results-file.ts'
import { openWeb, type Web } from './open-web.ts'
import { measureRequests } from './requests.ts'
import { measureScripts } from './scripts.ts'
import { measureSheet } from './sheet.ts'
import type { Size } from './size.ts'
import { measureTrace } from './trace.ts'

const help = `npm run bench -- web [options]

  --write        put the report into bench/RESULTS.md
  --rows N       rows of the sheet (100000)
  --spans N      spans of the trace (100000)
  --requests N   requests in the log (1000000): the set of \`npm run bench -- requests\`
  --data FOLDER  where that set is kept (/work/bench-data)
  --only TEXT    only the parts whose name contains it`

/** A server that is started when a part first needs it. */
type Open = () => Promise<Web>

/** The parts of the bench. Each fills a server with its data, then measures the app. */
const parts: Readonly<Record<string, (open: Open, size: Size) => Promise<Figure[]>>> = {
  scripts: async (open) => measureScripts(await open()),
  sheet: async (open, size) => measureSheet(await open(), size),
  trace: async (open, size) => measureTrace(await open(), size),
  requests: (_open, size) => measureRequests(size),
}

/** Measures the web app in a real browser, against a server in a process of its own. */
export async function benchWeb(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      write: { type: 'boolean', default: false },
      rows: { type: 'string', default: '100000' },
      spans: { type: 'string', default: '100000' },
      requests: { type: 'string', default: '1000000' },
      data: { type: 'string', default: '/work/bench-data' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const load = loadavg()[0]!
  const size = {
    ...{ rows: Number(values.rows), spans: Number(values.spans) },
    ...{ requests: Number(values.requests), data: values.data },
  }
  let opened: Promise<Web> | undefined
  const open = () => (opened ??= openWeb())
  const figures: Figure[] = []
  try {
    for (const [name, measure] of Object.entries(parts))
      if (name.includes(values.only)) figures.push(...(await measure(open, size)))
  } finally {
    await (await opened)?.close()
  }
  const report = `${whereAndHow(['web', ...args], load)}
${await browserVersion()} without a GPU, 1440 x 900; SQLite.

${figuresTable(figures)}`
  console.log(report)
  if (values.write) writeResults('Web app', report)
}

async function browserVersion(): Promise<string> {
  const browser = await openBrowser()
  const version = browser.version()
  await browser.close()
  return `Chromium ${version}`
}
