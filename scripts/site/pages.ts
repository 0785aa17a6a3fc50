export interface Page {
  readonly slug: string
  /** A file of the repository. */
  readonly file: string
  /** The title in the sidebar, if the page's own is too long. */
  readonly label?: string
  readonly description: string
}

export interface Section {
  readonly label: string
  readonly pages: readonly Page[]
}

const page = (slug: string, description: string, label?: string, file = `docs/${slug}.md`): Page => ({
  slug,
  file,
  description,
  ...(label && { label }),
})

/** The pages of the site in the order of its sidebar. */
export const sections: readonly Section[] = [
  {
    label: 'Start',
    pages: [
      page('first-five-minutes', 'From nothing to the first logged request.'),
      page('concepts', 'Prompts, requests, tables and workspaces, and how they belong together.'),
      page('first-steps', 'Streaming, patches, logging from elsewhere, and an evaluation of 200 tickets.'),
      page('promptlayer', 'What to change in an application that uses the SDKs of PromptLayer.'),
    ],
  },
  {
    label: 'Guides',
    pages: [
      page('prompts-in-code', 'Read, run and release prompts from an application.'),
      page('evaluate', 'Compare two versions of a prompt on a table of cases before you release one.'),
      page('log-and-find', 'Log requests, find them again, and measure them.'),
      page('agents', 'Send traces of agents by OpenTelemetry.'),
      page('people', 'Accounts, roles, keys, protected labels and the audit log.'),
      page('prices', 'Where the price of a request comes from, and why two numbers can differ.'),
    ],
  },
  {
    label: 'Run it',
    pages: [
      page('deploy', 'npx, image, compose, Helm chart or systemd.'),
      page('sizing', 'Which machine, from measured figures.'),
      page('configuration', 'Every setting.'),
      page('operations', 'Probes, logs, and starts that end at once.'),
      page('clickhouse', 'When to copy the request log to ClickHouse, and how.'),
      page('object-storage', 'Bodies of requests in a bucket: when, what it saves, and commands.'),
      page('metrics', 'Every series of /metrics.'),
      page('backup', 'Back up and restore the embedded database.'),
      page('upgrades', 'Check, back up, migrate; roll back one version.'),
      page('moving', 'From SQLite to PostgreSQL and back.'),
      page('secrets', 'The key that seals secrets.'),
      page('security', 'What Galley protects, and what it leaves to you.'),
      page('sandbox', 'Where the code of tools and cells runs.'),
    ],
  },
  {
    label: 'Reference',
    pages: [
      page('words', 'The words of Galley and their meaning.', 'Glossary'),
      page('export-format', 'The files of an exported instance.'),
      page('changelog', 'What changed, by version.', 'Changes', 'CHANGELOG.md'),
    ],
  },
]

export const pages: readonly Page[] = sections.flatMap((section) => section.pages)
