import { openBrowser } from '../../test/web/browser.ts'
import { type Figure, figuresTable } from '../report.ts'
import { runBench } from '../run-bench.ts'
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
export const benchWeb = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'web',
    heading: 'Web app',
    help,
    options: { rows: 100_000, spans: 100_000, requests: 1_000_000, data: '/work/bench-data', only: '' },
    async measure({ only, ...size }) {
      let opened: Promise<Web> | undefined
      const open = () => (opened ??= openWeb())
      const figures: Figure[] = []
      try {
        for (const [name, measurePart] of Object.entries(parts))
          if (name.includes(only)) figures.push(...(await measurePart(open, size)))
      } finally {
        await (await opened)?.close()
      }
      return `${await browserVersion()} without a GPU, 1440 x 900; SQLite.\n\n${figuresTable(figures)}`
    },
  })

async function browserVersion(): Promise<string> {
  const browser = await openBrowser()
  const version = browser.version()
  await browser.close()
  return `Chromium ${version}`
}
