import { readdirSync, readFileSync } from 'node:fs'

interface DecisionRecord {
  readonly number: string
  readonly file: string
  readonly title: string
  readonly date: string
  readonly status: string
}

/** The text of docs/decisions/README.md, made from the first lines of the records. */
export function decisionIndex(folder: URL): string {
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort()
  const rows = files
    .map((file) => readRecord(file, readFileSync(new URL(file, folder), 'utf8')))
    .map(
      ({ number, file, title, date, status }) => `| ${number} | [${title}](${file}) | ${date} | ${status} |`,
    )
  return `${head}${rows.join('\n')}\n`
}

export function readRecord(file: string, text: string): DecisionRecord {
  const title = /^# (?:\d+[.:] )?(.+)$/m.exec(text)?.[1]
  const dated = /^Date: (\d{4}-\d{2}-\d{2})\.?\s+Status: (.+?)\.?$/m.exec(text)
  if (title === undefined || dated === null)
    throw new Error(
      `docs/decisions/${file} must begin with "# <number>. <title>" and "Date: <year-month-day>. Status: <status>."`,
    )
  return { number: `${Number(file.slice(0, 4))}`, file, title, date: dated[1]!, status: dated[2]! }
}

const head = `# Decisions

A record is a choice that a later engineer may reverse. Numbers stay, so there are gaps; measurements are in
[bench/notes/](../../bench/notes/README.md). A record is at most one page and has this form:

    # 145. The title is a statement

    Date: 2026-11-23. Status: accepted.

    ## Context
    ## Decision
    ## Consequences

The status is \`accepted\`, or \`superseded by 145\` once another record replaces it; \`Amends 30.\` may follow.
\`npm run map\` makes this page from the records.

| number | decision | date | status |
|---|---|---|---|
`
