/** The walls of docs/architecture.md, as errors. */
const { readdirSync } = require('node:fs')

const kitFolders = [
  'http',
  'db',
  'jobs',
  'model',
  'edge',
  'secrets',
  'uploads',
  'sealing',
  'config',
  'pacing',
  'caches',
]
const kit = `(${kitFolders.join('|')})`
/** Every folder of src/server that is not of the kit. */
const rooms = `(${readdirSync(`${__dirname}/src/server`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !kitFolders.includes(entry.name))
  .map(({ name }) => name)
  .join('|')})`
const webPackages =
  '(@base-ui|@codemirror|@fontsource-variable|@tailwindcss|@tanstack|@vitejs|@xyflow|class-variance-authority|clsx|react|react-dom|tailwind-merge|tailwindcss|uplot|vite)'
const notTests = '\\.(test|cases)\\.ts$'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-type-cycles',
      comment: 'Types that need each other stand in one file, or in one that both import.',
      severity: 'error',
      from: { path: '^(src|scripts|bench|test)/' },
      to: { circular: true },
    },
    {
      name: 'engine-is-pure',
      comment:
        'The engine imports itself, zod, and decimals for money; patterns/ alone knows the libraries of patterns.',
      severity: 'error',
      from: { path: '^src/engine', pathNot: ['^src/engine/patterns/', notTests] },
      to: { pathNot: ['^src/engine', '^node_modules/(zod|decimal\\.js)'] },
    },
    {
      name: 'patterns-know-their-libraries',
      severity: 'error',
      from: { path: '^src/engine/patterns/', pathNot: notTests },
      to: { pathNot: ['^src/engine', '^node_modules/(re2js|json-p3|libxml2-wasm)'] },
    },
    {
      name: 'contract-knows-engine-and-zod',
      severity: 'error',
      from: { path: '^src/contract', pathNot: notTests },
      to: { pathNot: ['^src/(engine|contract)', '^node_modules/zod'] },
    },
    {
      name: 'server-does-not-know-the-web',
      severity: 'error',
      from: { path: '^src/server' },
      to: { path: '^src/web' },
    },
    {
      name: 'web-does-not-know-the-server',
      severity: 'error',
      from: { path: '^src/web' },
      to: { path: '^src/server' },
    },
    {
      name: 'screens-through-their-doors',
      comment:
        'Rooms of the web app share the shell, the design, the icons and the api; the design knows none of them.',
      severity: 'error',
      from: { path: '^src/web/([^/]+)/' },
      to: { path: '^src/web/[^/]+/(?!(index|routes|forms|queries|values)\\.ts$)', pathNot: '^src/web/$1/' },
    },
    {
      name: 'design-knows-no-domain',
      severity: 'error',
      from: { path: '^src/web/design/' },
      to: { path: '^src/web/(?!(?:design|icons)/)' },
    },
    {
      name: 'sources-do-not-know-tests',
      severity: 'error',
      from: { path: '^src', pathNot: notTests },
      to: { path: ['^(test|bench|scripts)/', notTests] },
    },
    {
      name: 'contract-through-its-door',
      severity: 'error',
      from: { path: '^src/(server|web)', pathNot: notTests },
      to: { path: '^src/contract/(?!index\\.ts$)' },
    },
    {
      name: 'rooms-through-their-doors',
      comment:
        'Rooms reach each other only through index.ts; the storage of sheets has an index.ts of its own.',
      severity: 'error',
      from: { path: `^src/server/${rooms}/`, pathNot: notTests },
      to: {
        path: `^src/server/${rooms}/(?!index\\.ts$)`,
        pathNot: ['^src/server/$1/', '^src/server/sheets/storage/index\\.ts$'],
      },
    },
    {
      name: 'storage-of-sheets-is-below-them',
      severity: 'error',
      from: { path: '^src/server/sheets/storage/', pathNot: notTests },
      to: { path: '^src/server/sheets/(?!storage/)' },
    },
    {
      name: 'the-copy-of-the-log-is-below-the-rooms',
      severity: 'error',
      from: { path: '^src/server/clickhouse-copy/', pathNot: notTests },
      to: { path: `^src/server/${rooms}/`, pathNot: '^src/server/clickhouse-copy/' },
    },
    {
      name: 'wrong-command-lines-load-no-server',
      comment:
        'main.ts reads the command line first and loads the server with import(): 50 ms against 1.5 s.',
      severity: 'error',
      from: { path: '^src/server/(main|command-line)\\.ts$' },
      to: {
        path: '^(src|node_modules)/',
        pathNot: '^src/server/(command-line|version)\\.ts$',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'the-app-uses-doors',
      severity: 'error',
      from: { path: '^src/server/[^/]+\\.ts$', pathNot: ['^src/server/context\\.ts$', notTests] },
      to: { path: `^src/server/${rooms}/(?!index\\.ts$)` },
    },
    {
      name: 'the-context-knows-no-room',
      comment: 'Every handler imports the type Context: an import of a room would close a circle.',
      severity: 'error',
      from: { path: '^src/server/context\\.ts$' },
      to: { path: `^src/server/${rooms}/` },
    },
    {
      name: 'kit-does-not-know-rooms',
      severity: 'error',
      from: { path: `^src/server/${kit}/`, pathNot: notTests },
      to: { path: `^src/server/${rooms}/` },
    },
    {
      name: 'db-through-its-door',
      severity: 'error',
      from: { path: '^src/server/', pathNot: ['^src/server/db/', notTests] },
      to: { path: '^src/server/db/(?!index\\.ts$)' },
    },
    {
      name: 'sql-has-its-places',
      comment:
        'Queries are written in queries.ts (or *-queries.ts) of the room that owns the tables, in db/ and in jobs/.',
      severity: 'error',
      from: { path: '^src/server', pathNot: ['^src/server/(db|jobs)/', 'queries\\.ts$', notTests] },
      to: { path: '^node_modules/(kysely|pg)/' },
    },
    {
      name: 'only-db-opens-databases',
      severity: 'error',
      from: { path: '^src/server', pathNot: ['^src/server/db/', '^src/server/data-folder\\.ts$', notTests] },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'only-the-edge-reaches-out',
      comment: 'Sockets and processes are opened by edge/ alone.',
      severity: 'error',
      from: { path: '^src/server', pathNot: ['^src/server/edge/', notTests] },
      to: {
        path: '^(node:)?(net|tls|http|https|http2|dgram|child_process)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'production-does-not-need-dev-dependencies',
      severity: 'error',
      from: { path: '^src/(engine|contract|server)', pathNot: notTests },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'web-does-not-need-dev-dependencies',
      comment: '`npm start` of a clone builds the web app and the server, after `npm ci --omit=dev` too.',
      severity: 'error',
      from: {
        path: '^(src/web/|vite\\.config|scripts/(start|built-program|build-program|package/bundle|build-web|endpoint-table|stamp)\\.ts)',
        pathNot: notTests,
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-does-not-need-the-web-s-packages',
      comment: 'They are dependencies because a clone builds the web app; the npm package has the built one.',
      severity: 'error',
      from: { path: '^src/(engine|contract|server)' },
      to: { path: `^node_modules/${webPackages}/` },
    },
    {
      name: 'everything-resolves',
      comment:
        'The launchers of the npm package import files that the build writes beside them, and the embedded build of ClickHouse is an optional package.',
      severity: 'error',
      from: { pathNot: '^(scripts/package/(bin|start)|test/clickhouse/embedded-build)\\.mjs$' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
