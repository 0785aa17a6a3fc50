/** The areas of the interface, in the order that the reference shows them. */
export const areas = [
  {
    name: 'people',
    description: 'Who works here: sessions, members, invitations, keys, and what they changed.',
  },
  { name: 'workspace', description: 'The workspace of the key, and what it has chosen.' },
  { name: 'installation', description: 'The server itself: what it stores, and what guards it.' },
  {
    name: 'prompt-templates',
    description: 'Templates and their versions: publish, patch, read ready to run.',
  },
  { name: 'release-labels', description: 'Names that point at one version of a template each.' },
  {
    name: 'dynamic-labels',
    description: 'Labels that split the reads of a template between versions, by share and by metadata.',
  },
  {
    name: 'releases',
    description: 'Labels that are protected, and requests to put a label on a version.',
  },
  {
    name: 'input-variable-sets',
    description: 'Values for the variables of templates, kept under a name.',
  },
  { name: 'connections', description: 'How the workspace reaches providers of models: addresses and keys.' },
  { name: 'mcp-servers', description: 'Servers of tools, reached over Streamable HTTP.' },
  { name: 'running', description: 'Templates run by a model here, with their tools.' },
  { name: 'folders', description: 'Folders of the registry, what is in them, and paths to them.' },
  { name: 'external-ids', description: 'Ids under which other systems know an entity.' },
  {
    name: 'skill-collections',
    description: 'Versioned folders of files that teach an agent: publish, change, pull.',
  },
  { name: 'tool-registry', description: 'Tools with versions, labels and code; templates refer to them.' },
  { name: 'env-vars', description: 'Values for the code of tools; they go in and never come out.' },
  { name: 'request-logs', description: 'LLM requests that were made elsewhere, recorded and read back.' },
  { name: 'traces', description: 'Spans of traces, and the requests that some of them are.' },
  { name: 'retention', description: 'How long requests and traces are kept.' },
  { name: 'tracking', description: 'What is added to a logged request afterwards.' },
  {
    name: 'prices',
    description: "What requests cost: prices of the workspace's own, the ledger, and prices computed anew.",
  },
  { name: 'tables', description: 'Tables: sheets of typed columns that recompute what changed.' },
  { name: 'sheets', description: 'The sheets of a table, and how far their cells have come.' },
  { name: 'columns', description: 'Columns of a sheet: what people write, and what is computed from it.' },
  { name: 'rows', description: 'Rows of a sheet, with their cells.' },
  { name: 'cells', description: 'Single cells.' },
  { name: 'sheet-versions', description: 'Saved versions of a sheet: read, compare, restore.' },
  { name: 'table-imports', description: 'Files, logged requests and traces into sheets.' },
  { name: 'table-exports', description: 'Sheets as files.' },
  { name: 'scores', description: 'The score of a sheet, its history and statistics, and sheets compared.' },
  { name: 'scorecards', description: 'Checks of every row, put together to one verdict, with evidence.' },
  { name: 'datasets', description: 'Legacy datasets in numbered versions; tables take their place.' },
  { name: 'evaluations', description: 'Legacy evaluations as a list, and their rows.' },
  { name: 'reports', description: 'Legacy evaluations: pipelines, their columns, their runs and scores.' },
  {
    name: 'workflow',
    description: 'Workflows: graphs of nodes with versions and labels, run to the end and read back.',
  },
  { name: 'sdk', description: "The vendor's SDKs' own calls; the key travels in the body." },
] as const

export type Area = (typeof areas)[number]['name']
