/** Words of docs/words.md that appear on screen, explained for people. */
export const glossary = {
  'Dynamic label':
    'A label that gives some callers another version, by percentage or by metadata. Use it to try a version on part of your traffic.',
  Group: 'Requests that belong together, such as the calls of one conversation.',
  Label: 'A name that points at one version of a prompt, such as prod. Callers read the label; you move it.',
  'Protected label':
    'A label that only admins move. Other people request a release, and an admin approves it.',
  'Provider key': 'The key with which Galley calls the models of a provider.',
  Request: 'One call of a model that was logged, with its input, answer, cost and latency.',
  Role: 'What a member may do. Viewers read everything; contributors also create, change and run; publishers also move release labels; admins do everything, including members, keys and settings.',
  'Score card':
    'The checks that decide whether a row passes, with their weights. Together they make the score of a sheet.',
  Sheet: 'Rows and columns. A table can have several sheets, and each sheet has its own saved versions.',
  Snippet: 'A prompt that other prompts include by its name, written @@@name@@@.',
  Stale:
    'A cell that has no value yet, or whose inputs changed since it was computed. Run the stale cells to bring them up to date.',
  Table:
    'Sheets of rows and columns. Columns run prompts, models and checks on each row; a score says how good they are.',
  Trace: 'The steps of one run of your application, as a tree: calls of models, tools and functions.',
  Version: 'One saved state of a prompt, tool or workflow. It never changes.',
  Workflow: 'Steps in a graph, such as prompts, code and conditions, that run as a whole.',
} as const satisfies Readonly<Record<string, string>>

export type GlossaryWord = keyof typeof glossary
