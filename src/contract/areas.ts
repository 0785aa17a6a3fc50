/** Areas of the API, in the order of the reference. */
export const areas = [
  {
    name: 'prompt-templates',
    description: 'Templates and their versions: publish, patch, read ready to run.',
  },
  { name: 'release-labels', description: 'Names that each point at one version of a template.' },
  {
    name: 'dynamic-labels',
    description: 'Labels that split the reads of a template between versions, by share and by metadata.',
  },
  {
    name: 'releases',
    description: 'Labels that are protected, and requests to put a label on a version.',
  },
  { name: 'folders', description: 'Folders of the registry, their contents and their paths.' },
  { name: 'external-ids', description: 'Ids that other systems use for an entity.' },
  {
    name: 'input-variable-sets',
    description: 'Named sets of values for template variables.',
  },
  { name: 'running', description: 'Run templates here, with their model and tools.' },
  {
    name: 'playgrounds',
    description: 'Variants of prompts and the cases they are tried on, saved for the workspace.',
  },
  { name: 'tool-registry', description: 'Tools with versions, labels and code; templates refer to them.' },
  {
    name: 'skill-collections',
    description: 'Versioned folders of files that teach an agent: publish, change, pull.',
  },
  {
    name: 'env-vars',
    description: 'Environment variables for the code of tools. Values can be written, never read.',
  },
  { name: 'connections', description: 'How the workspace reaches model providers: addresses and keys.' },
  { name: 'mcp-servers', description: 'Tool servers, called over Streamable HTTP.' },
  {
    name: 'workflow',
    description: 'Workflows: graphs of nodes with versions and labels, run to the end and read back.',
  },
  { name: 'request-logs', description: 'LLM requests made elsewhere, recorded and read back.' },
  { name: 'tracking', description: 'Metadata, scores, prompts and groups added to a logged request.' },
  { name: 'traces', description: 'Spans of traces, and the requests that some of them are.' },
  { name: 'dashboards', description: 'Tiles over requests and scores on one grid, shared in the workspace.' },
  {
    name: 'prices',
    description: "Costs of requests: the workspace's own prices, price lists, the cost ledger, repricing.",
  },
  { name: 'tables', description: 'Tables: sheets of typed columns that recompute changed cells.' },
  { name: 'sheets', description: 'The sheets of a table, and the states of their cells.' },
  { name: 'columns', description: 'Columns of a sheet: text columns and computed ones.' },
  { name: 'rows', description: 'Rows of a sheet, with their cells.' },
  { name: 'cells', description: 'Single cells.' },
  { name: 'sheet-versions', description: 'Saved versions of a sheet: read, compare, restore.' },
  {
    name: 'scores',
    description: 'The score of a sheet, its history and statistics, and comparisons of sheets.',
  },
  { name: 'scorecards', description: 'Checks of every row, combined into one verdict, with evidence.' },
  { name: 'table-imports', description: 'Import files, logged requests and traces into sheets.' },
  { name: 'table-exports', description: 'Download sheets as files.' },
  {
    name: 'comments',
    description: 'Comments on prompts, requests, traces and sheets, and notifications of people.',
  },
  { name: 'datasets', description: 'Legacy datasets in numbered versions; tables replace them.' },
  { name: 'evaluations', description: 'Legacy evaluations as a list, and their rows.' },
  { name: 'reports', description: 'Legacy evaluations: pipelines, their columns, their runs and scores.' },
  { name: 'masking', description: 'Masking rules, applied before requests and traces are stored.' },
  { name: 'person-deletions', description: 'Deletion of a person, with a receipt.' },
  { name: 'retention', description: 'How long requests and traces are kept.' },
  {
    name: 'people',
    description: 'Sessions, members, invitations, keys and the audit log.',
  },
  { name: 'workspace', description: 'The workspace of the key, and its settings.' },
  { name: 'installation', description: 'The server itself: its storage and its sandbox.' },
  { name: 'sdk', description: "Calls that the vendor's SDKs make; the key travels in the body." },
] as const

export type Area = (typeof areas)[number]['name']
