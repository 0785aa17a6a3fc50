/** Lines of the map for folders without an `index.ts`. Other folders have their line in the comment at its top. */
export const doorless: Readonly<Record<string, string>> = {
  'src/engine/':
    'Pure values and decisions: no Node, no clock, no random ids. `refusal.ts` is how it declines a call.',
  'src/engine/json/': 'JSON values: exact numbers, arithmetic, equality, one canonical text.',
  'src/engine/csv/': 'The separator of a CSV file, for the server and the browser.',
  'src/engine/environment/': 'Restrictions of environment variables: to whom, for what, to which hosts.',
  'src/engine/template/': 'Prompt templates as values.',
  'src/engine/release/': 'Who may place a label, who requests it, and who decides.',
  'src/engine/retention/': 'Which retention rule applies to a request, and when it expires.',
  'src/engine/skills/':
    'Skill collections: spelling of paths, changes of a set of files, folders of providers.',
  'src/engine/patterns/':
    'Patterns of users on any text, with bounded work. Only this folder imports pattern libraries.',
  'src/server/':
    'The program: `main.ts`, `command-line.ts`, `serve.ts`, `context.ts`, and `app.ts` with all handlers.',
  'src/server/config/': 'The environment variables of the server, checked at the start.',
  'src/server/pacing/':
    'How work takes turns: pauses of long work, permits for costly work, priorities of threads, memory when idle.',
  'src/server/caches/': 'Caches with a limit of size, leases of rows, and reads that streams share.',
  'src/server/http/':
    'From contract to routes: `router.ts` takes a call from bytes to answer; errors, limits, uploads, downloads, OpenAPI.',
  'src/server/http/body/':
    'The body of a call: limits, decompression, forms and files, split while it arrives.',
  'src/server/db/tables/': 'The types of all tables, by domain.',
  'src/server/db/sqlite/': 'SQLite: the writer thread with group commit, reader threads, the Kysely dialect.',
  'src/server/db/postgres/': 'PostgreSQL: pools, pipelined statements, units that share a transaction.',
  'src/server/db/journal/': 'Units that are written to files first, so that a killed process loses none.',
  'src/server/db/backup/': 'Backup and restore of the embedded database.',
  'src/server/db/transfer/': 'Export and import of a whole instance, a source and a target for each engine.',
  'src/server/db/migrations/': 'Numbered, append-only SQL, one folder for each engine.',
  'src/server/requests/indexing/':
    'The search index of new requests: on SQLite after the call is answered, on PostgreSQL the pending words.',
  'src/server/requests/expiry/': 'Deletion of requests by retention rules.',
  'src/server/requests/search/':
    'Searches: the index that a walk starts from, pages, conditions as SQL, suggestions.',
  'src/server/requests/analytics/': 'The overview and custom charts, from hourly sums and requests.',
  'src/server/requests/export/': 'A search as a file.',
  'src/server/runs/forecast/': 'The forecast of the cost and the time of a run.',
  'src/server/runs/operations/': 'Runs as the API shows them: creation, progress, cancelling.',
  'src/server/runs/paid-calls/':
    'Answers of paid calls, stored until their cells are written, and reused for equal inputs.',
  'src/server/template-runs/needs/':
    'The external calls that columns need, one file for each kind; `satisfy-need.ts` is the entry.',
  'src/web/':
    'The web app: `main.tsx`, `routes.tsx` (the routes of all rooms), `styles.css` (the colours of both themes).',
  'src/web/dashboards/': 'Dashboards: a gallery, one grid of tiles, and the variables of all tiles.',
  'src/web/design-page/': 'Every part of the design in every state, at `/design` of `npm run web`.',
  'src/web/public/': 'Files served as they are.',
  'src/web/home/':
    'The start page: figures of today, first steps, failures, pending releases, runs and recent changes.',
  'src/web/inbox/': 'The inbox: notifications of the signed-in person.',
  'src/web/sign-in/': 'Signing in, the first run, joining.',
  'src/web/settings/': 'The settings of the workspace and the installation.',
  'src/web/workflows/': 'Workflows: drawn, edited, run and watched.',
  'src/web/legacy-evaluations/': 'Legacy datasets and reports.',
  'test/': 'Rules for every endpoint, derived from the contract: `every-endpoint-*` and `hostile-*`.',
  'test/journeys/': 'Stories of callers, one a file, over HTTP on both engines. Read these first.',
  'test/kit/': 'The real app over fresh storage of the engine under test, and the throw-away PostgreSQL.',
  'test/web/': 'The web app in Chromium; `screens/` has an entry for every screen.',
  'test/every-endpoint/':
    'The parts of the `every-endpoint-*` tests: a world with one of everything, requests made from schemas.',
  'test/longest-task/': 'The largest valid bodies of every operation, and how long they hold the event loop.',
  'test/upgrade/': 'A version and the one after it on the same storage, both writing.',
  'test/start/': 'The program as a process: starts, exit codes, commands, signals.',
  'test/jobs/': 'Jobs with several workers: claims, leases, retries.',
  'test/edge/': 'Outbound calls against hostile addresses; MCP servers.',
  'test/model/': 'Providers against the fake ones: faults, answers, cancelling, slots and budgets.',
  'test/transfer/': 'Exports and imports: equal answers before and after, kills, refusals.',
  'test/bodies/': 'Bodies of requests and the log export in object storage: moved, lost, killed, back again.',
  'test/clickhouse/': 'The copy of the log in ClickHouse: equal answers, faults, kills.',
  'test/package/': 'The package, installed and started as `npm install` does it.',
  'test/site/': 'The commands of the documentation, run as they are pasted.',
  'test/tables/': 'Runs and scorecards in several processes, some of them killed.',
  'test/backup/': 'Backups beside a running server.',
  'test/crash/': 'Servers killed in the middle of work: everything acknowledged is there, once.',
  'test/sandbox/': 'User code: what it may do and must not reach.',
  'test/sheet/': 'Random sheets, compared with a plain serial evaluator.',
  'test/columns/': 'Column types compared with CPython.',
  'test/python/': "The vendor's Python SDK, unmodified.",
  'test/clients/':
    'Recorded requests of the vendor’s SDKs and MCP server, and of callbacks of LiteLLM and LangChain, replayed.',
  'test/fake-models/': 'Providers on loopback that speak the real wires: `npm run fake-models`.',
  'bench/':
    'Measurements with their bars (`RESULTS.md`), and notes of what was tried (`notes/`): `npm run bench`.',
  'scripts/': 'What `npm run` runs: tests, checks, the build of the web app, `map/`, `seed/`, `openapi`.',
}
